import { inTransaction } from '../../../db/transact.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { isBlocked } from '../../restrictions/block.ts';
import { readRestrictions } from '../../restrictions/restrictions.ts';
import { type PresentedUser, presentUser } from '../present.ts';
import { findUserByEmail, requireUser, updateUser } from '../users.queries.ts';
import { consumeMailLimits, prepareLink, spendLink } from './mails.ts';

/** Verifies an address by a single-use mailed link. @throws DomainError as `spendLink` */
export async function verifyEmail(context: Requesting, token: string): Promise<PresentedUser> {
  const { db, now } = context;
  const user = await inTransaction(db, async (tx) => {
    const { user_id } = await spendLink(tx, token, 'verify_email', now);
    await updateUser(tx, user_id, { email_verified: 1, updated_at: now.toISOString() });
    const verified = await requireUser(tx, user_id);
    const event = { type: 'email_verified', target: verified, actor: verified } as const;
    await recordActivity({ ...context, db: tx }, event);
    return verified;
  });
  return presentUser(user, await readRestrictions({ db, now }, user.id));
}

/**
 * Mails a new link to an unverified address. Does not reveal whether it has an account: the answer is the same and is
 * sent before the lookup.
 */
export async function resendVerification(context: Requesting & Mailing, email: string): Promise<void> {
  if (await consumeMailLimits(context, email)) context.deferAtRandom(() => mailVerification(context, email));
}

async function mailVerification(context: Requesting & Mailing, email: string): Promise<void> {
  const user = await findUserByEmail(context.db, email);
  if (!user || user.email_verified === 1 || (await isBlocked(context, user.id))) return;
  const send = await inTransaction(context.db, (tx) => prepareLink(context, tx, user, 'verify_email'));
  await send();
}
