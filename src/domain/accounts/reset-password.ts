import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { passwordResetMail } from '../../mail/messages.ts';
import { recordActivity } from '../activity/record.ts';
import type { Mailing, Requesting } from '../context.ts';
import { isBlocked, requireUnblocked } from '../restrictions/block.ts';
import { endSessionsOf } from '../sessions/end.ts';
import { recordDevice } from '../sessions/known-devices.ts';
import {
  deleteMailTokens,
  findMailToken,
  findUser,
  findUserByEmail,
  spendMailToken,
  updateUser,
} from './accounts.queries.ts';
import { notifyPasswordChanged } from './change-password.ts';
import { mailReader } from './mail-reader.ts';
import { consumeMailLimits, linkInvalid, parseMailToken, prepareLink } from './mailed-links.ts';
import { hashPassword } from './password.ts';
import type { ResetPasswordInput } from './schema.ts';
import { forgetAttempts } from './sign-in.ts';

const HOUR = 3600;

/**
 * Mails a link that sets a new password within an hour. Does not reveal whether the address has an account: the answer
 * is the same and is sent before anything is looked up, at a moment that later answers do not reveal.
 */
export async function requestPasswordReset(context: Requesting & Mailing, email: string): Promise<void> {
  if (await consumeMailLimits(context, email)) context.deferAtRandom(() => mailReset(context, email));
}

/** Mails the link if the address has an account. Its duration would reveal that: never before an answer. */
export async function mailReset(context: Requesting & Mailing, email: string): Promise<void> {
  const user = await findUserByEmail(context.db, email);
  // The link would be refused.
  if (!user || (await isBlocked(context, user.id))) return;
  const send = await inTransaction(context.db, async (tx) => {
    const prepared = await prepareReset(context, tx, user);
    // Whoever asked: anybody can, for any address.
    await recordActivity(
      { ...context, db: tx, viewer: null },
      { type: 'password_reset_requested', target: user },
    );
    return prepared;
  });
  await send();
}

/** Prepares a link that sets a new password within an hour; the returned function mails it, once the row is committed. */
export function prepareReset(context: Mailing, tx: Tx, user: UserRow): Promise<() => Promise<void>> {
  return prepareLink(context, tx, user, {
    purpose: 'reset_password',
    path: '/reset-password/',
    lifetime: HOUR,
    write: (link) => passwordResetMail({ ...mailReader(context.site, user), link }),
  });
}

/**
 * Sets a new password by a mailed link. The link can be used once, verifies the address as well, and revokes all other
 * access: sessions end, and Google is unlinked.
 * @returns the address of the account
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired link, USER_BLOCKED (403), which leaves the link
 *   as it is
 */
export async function resetPassword(
  context: Requesting & Mailing,
  { token, newPassword }: ResetPasswordInput,
): Promise<{ email: string }> {
  const { db, now } = context;
  const parsed = parseMailToken(token);
  const link = { userId: parsed?.userId ?? '', hash: parsed?.hash ?? '', purpose: 'reset_password' as const };
  const instant = now.toISOString();
  // Checked before the hashing, which is too expensive for guessed links.
  if (!(await findMailToken(db, link, instant))) throw linkInvalid();
  const password_hash = await hashPassword(newPassword);
  const user = await inTransaction(db, async (tx) => {
    if (!(await spendMailToken(tx, link, instant))) return undefined;
    await requireUnblocked(tx, link.userId, now);
    const changed = await replacePassword(tx, link.userId, {
      password_hash,
      email_verified: 1,
      // Revokes the access of a linked Google account too; its owner links it again by signing in with it.
      google_id: null,
      oauth_provider: null,
      updated_at: instant,
    });
    // The link proves as much as a sign-in: the browser can sign in although others failed at its network address.
    if (changed) await recordDevice(context, tx, changed.id);
    if (changed)
      await recordActivity(
        { ...context, db: tx },
        { type: 'password_reset', target: changed, actor: changed },
      );
    return changed;
  });
  if (!user) throw linkInvalid();
  await forgetAttempts(context, user);
  notifyPasswordChanged(context, user);
  return { email: user.email };
}

async function replacePassword(
  tx: Tx,
  userId: string,
  changes: Partial<UserRow>,
): Promise<UserRow | undefined> {
  await updateUser(tx, userId, changes);
  await deleteMailTokens(tx, userId);
  await endSessionsOf(tx, userId);
  return findUser(tx, userId);
}
