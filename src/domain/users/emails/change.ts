import type { UserRow } from '../../../db/tables.ts';
import { inTransaction, type Tx } from '../../../db/transact.ts';
import { recordActivity } from '../../activity/record.ts';
import type { Mailing, Requesting, Writing } from '../../context.ts';
import { DomainError, invalid } from '../../error.ts';
import { enforceLimit, LIMITS } from '../../rate-limits/limits.ts';
import { endOtherSessions, endSessionsOf } from '../../sessions/sessions.ts';
import { replaceAccess } from '../managed.ts';
import { confirmOwnPassword } from '../passwords/confirm.ts';
import { mailReset } from '../passwords/reset.ts';
import { isProvedBy } from '../proof.ts';
import type { ChangeEmailInput } from '../schema.ts';
import { deleteChallengesOf } from '../second-factor/second-factor.queries.ts';
import { ACCESS_LINKS, deleteMailTokens, lockUser, replaceEmail } from '../users.queries.ts';
import { consumeMailLimits, linkInvalid, prepareLink, spendLink } from './mails.ts';

/**
 * Mails a link to a new address, valid for 24 hours. Does not reveal whether the address has an account: the answer is
 * the same and is sent before the lookup.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), VALIDATION_ERROR for the current address, PASSWORD_REQUIRED (409)
 *   for an account without a password, RATE_LIMITED (429)
 */
export async function requestEmailChange(
  context: Writing & Mailing,
  { email, password }: ChangeEmailInput,
): Promise<void> {
  const user = await confirmOwnPassword(context, password);
  if (email === user.email) throw invalid({ field: 'email', message: 'errors:emailSame' });
  await enforceLimit(context, `mail:change:${user.id}`, LIMITS.mailForAccount);
  if (await consumeMailLimits(context, email)) context.deferAtRandom(() => mailLink(context, user, email));
}

async function mailLink(context: Writing & Mailing, user: UserRow, email: string): Promise<void> {
  const send = await inTransaction(context.db, async (tx) => {
    // The password or the address has changed since the wish was confirmed by them.
    const locked = await lockUser(tx, user.id);
    if (!locked || !isProvedBy(user, locked)) return null;
    await deleteMailTokens(tx, user.id, ['change_email']);
    return prepareLink(context, tx, user, 'change_email', email);
  });
  await send?.();
}

/**
 * Changes the address to the one the link was mailed to, ends all other sessions, and notifies the old address, from
 * which the change can be undone for a week.
 * @throws DomainError as `followLink`
 */
export async function confirmEmailChange(context: Requesting & Mailing, token: string): Promise<void> {
  const { db, viewer } = context;
  const sendNotice = await inTransaction(db, async (tx) => {
    const { user, email } = await followLink(context, tx, token, 'change_email');
    if (viewer?.id === user.id) await endOtherSessions(tx, user.id, viewer.sessionId);
    else await endSessionsOf(tx, user.id);
    const send = await prepareLink(context, tx, user, 'undo_email', user.email);
    await recordAddress({ ...context, db: tx }, 'email_changed', user, email);
    return send;
  });
  context.defer(sendNotice);
}

async function recordAddress(
  context: Requesting,
  type: 'email_changed' | 'email_restored',
  user: UserRow,
  email: string,
): Promise<void> {
  const details = { before: { email: user.email }, after: { email } };
  await recordActivity(context, { type, target: { ...user, email }, actor: user, details });
}

/**
 * Restores the previous address. Whoever changed it loses access: password, passkeys, linked providers and tokens of
 * programs are removed, sessions end, and a password link is mailed to the restored address.
 * @throws DomainError as `followLink`
 */
export async function undoEmailChange(context: Requesting & Mailing, token: string): Promise<void> {
  const email = await inTransaction(context.db, async (tx) => {
    const { user, email, expiresAt } = await followLink(context, tx, token, 'undo_email');
    await replaceAccess(tx, user.id, { password_hash: null });
    // Only later links: whoever stole the account and changed the address twice must not restore the one in between.
    await deleteMailTokens(tx, user.id, ['undo_email'], expiresAt);
    await recordAddress({ ...context, db: tx }, 'email_restored', user, email);
    return email;
  });
  context.defer(() => mailReset(context, email));
}

/**
 * Uses up a mailed link and sets the address it was mailed to; links mailed earlier become invalid.
 * @returns the account before the change, its new address, and when the link would have expired
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired link, USER_BLOCKED (403), which does not use
 *   up the link, EMAIL_EXISTS (409) when another account has the address by now
 */
async function followLink(
  { now }: Requesting,
  tx: Tx,
  token: string,
  purpose: 'change_email' | 'undo_email',
): Promise<{ user: UserRow; email: string; expiresAt: string }> {
  const link = await spendLink(tx, token, purpose, now);
  const user = await lockUser(tx, link.user_id);
  if (!link.email || !user || user.closed_at) throw linkInvalid();
  const replaced = await replaceEmail(tx, user.id, link.email, now.toISOString());
  if (!replaced) throw new DomainError('EMAIL_EXISTS', 409);
  await deleteMailTokens(tx, user.id, ACCESS_LINKS);
  await deleteChallengesOf(tx, user.id);
  return { user, email: link.email, expiresAt: link.expires_at };
}
