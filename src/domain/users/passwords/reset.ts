import { inTransaction } from '../../../db/transact.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Requesting } from '../../context.ts';
import { forgetAttempts } from '../../rate-limits/sign-in.ts';
import { isBlocked } from '../../restrictions/block.ts';
import { recordDevice } from '../../sessions/known-devices.ts';
import { consumeMailLimits, notify, prepareLink, requireLink, spendLink } from '../emails/mails.ts';
import { replaceAccess } from '../managed.ts';
import { isOidcOnly, requirePasswords } from '../oidc/settings.ts';
import type { ResetPasswordInput } from '../schema.ts';
import { findUserByEmail, lockUser, requireUser } from '../users.queries.ts';
import { hashPassword } from './hash.ts';

/**
 * Mails a password link, valid for an hour. Does not reveal whether the address has an account: the answer is the same
 * and precedes the lookup, whose random delay keeps it out of the timing of later answers.
 * @throws DomainError OIDC_ONLY (403)
 */
export async function requestPasswordReset(context: Requesting & Mailing, email: string): Promise<void> {
  requirePasswords(context);
  if (await consumeMailLimits(context, email)) context.deferAtRandom(() => mailReset(context, email));
}

/** Call it after the answer only: its duration reveals whether the address has an account. */
export async function mailReset(context: Requesting & Mailing, email: string): Promise<void> {
  if (isOidcOnly(context.settings)) return;
  const user = await findUserByEmail(context.db, email);
  // A blocked person's link would be refused.
  if (!user || (await isBlocked(context, user.id))) return;
  const send = await inTransaction(context.db, async (tx) => {
    // An address that was changed since it was read no longer controls the account.
    if ((await lockUser(tx, user.id))?.email !== email) return null;
    const prepared = await prepareLink(context, tx, user, 'reset_password');
    // Recorded without an actor: anyone can request a link for any address.
    const anonymous = { ...context, db: tx, viewer: null };
    await recordActivity(anonymous, { type: 'password_reset_requested', target: user });
    return prepared;
  });
  await send?.();
}

/**
 * Sets a new password by a single-use mailed link, which also verifies the address. All other access ends: sessions,
 * and the Google link, which signing in with Google restores.
 * @returns the address of the account
 * @throws DomainError as `spendLink`, OIDC_ONLY (403)
 */
export async function resetPassword(
  context: Requesting & Mailing,
  { token, newPassword }: ResetPasswordInput,
): Promise<{ email: string }> {
  requirePasswords(context);
  const { db, now } = context;
  // Checked first: hashing is too expensive for guessed links.
  await requireLink(db, token, 'reset_password', now);
  const password_hash = await hashPassword(newPassword);
  const user = await inTransaction(db, async (tx) => {
    const { user_id } = await spendLink(tx, token, 'reset_password', now);
    await replaceAccess(tx, user_id, { password_hash, email_verified: 1, updated_at: now.toISOString() });
    const changed = await requireUser(tx, user_id);
    // The link proves as much as a sign-in: from this browser, sign-in works although others failed at its network
    // address.
    await recordDevice(context, tx, user_id);
    const event = { type: 'password_reset', target: changed, actor: changed } as const;
    await recordActivity({ ...context, db: tx }, event);
    return changed;
  });
  await forgetAttempts(context, user);
  notify(context, user, 'passwordChanged');
  return { email: user.email };
}
