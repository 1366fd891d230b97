import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { verificationMail } from '../../mail/messages.ts';
import { recordActivity } from '../activity/record.ts';
import type { Mailing, Requesting } from '../context.ts';
import { isBlocked, requireUnblocked } from '../restrictions/block.ts';
import { readRestrictions } from '../restrictions/read.ts';
import { findUser, findUserByEmail, spendMailToken, updateUser } from './accounts.queries.ts';
import { mailReader } from './mail-reader.ts';
import { consumeMailLimits, linkInvalid, parseMailToken, prepareLink } from './mailed-links.ts';
import { type PresentedUser, presentUser } from './present.ts';

/**
 * Verifies an address by the link mailed to it; each link can be used once.
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired one, USER_BLOCKED (403), which leaves the link as
 *   it is
 */
export async function verifyEmail(context: Requesting, token: string): Promise<PresentedUser> {
  const { db, now } = context;
  const parsed = parseMailToken(token);
  const instant = now.toISOString();
  const user = await inTransaction(db, async (tx) => {
    if (!parsed || !(await spendMailToken(tx, { ...parsed, purpose: 'verify_email' }, instant)))
      return undefined;
    await requireUnblocked(tx, parsed.userId, now);
    await updateUser(tx, parsed.userId, { email_verified: 1, updated_at: instant });
    const verified = await findUser(tx, parsed.userId);
    if (verified)
      await recordActivity(
        { ...context, db: tx },
        { type: 'email_verified', target: verified, actor: verified },
      );
    return verified;
  });
  if (!user) throw linkInvalid();
  return presentUser(user, await readRestrictions({ db, now }, user.id));
}

/**
 * Mails a new link to an unverified address. Does not reveal whether it has an account: the answer is the same and is
 * sent before anything is looked up.
 */
export async function resendVerification(context: Requesting & Mailing, email: string): Promise<void> {
  if (await consumeMailLimits(context, email)) context.deferAtRandom(() => mailVerification(context, email));
}

async function mailVerification(context: Requesting & Mailing, email: string): Promise<void> {
  const user = await findUserByEmail(context.db, email);
  if (!user || user.email_verified === 1 || (await isBlocked(context, user.id))) return;
  const send = await inTransaction(context.db, (tx) => prepareVerification(context, tx, user));
  await send();
}

const DAY = 86_400;

/**
 * Prepares a link that verifies an address within 24 hours; the returned function sends it, once the row is committed.
 */
export function prepareVerification(context: Mailing, tx: Tx, user: UserRow): Promise<() => Promise<void>> {
  return prepareLink(context, tx, user, {
    purpose: 'verify_email',
    path: '/verify-email/',
    lifetime: DAY,
    write: (link) => verificationMail({ ...mailReader(context.site, user), link }),
  });
}
