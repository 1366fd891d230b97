import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { emailChangedMail, emailChangeMail } from '../../mail/messages.ts';
import { recordActivity } from '../activity/record.ts';
import type { Mailing, Requesting, Writing } from '../context.ts';
import { DomainError, invalid } from '../error.ts';
import { enforceLimit } from '../rate-limits/consume.ts';
import { LIMITS } from '../rate-limits/rate-limits.ts';
import { requireUnblocked } from '../restrictions/block.ts';
import { endOtherSessions, endSessionsOf } from '../sessions/end.ts';
import {
  deleteMailTokens,
  deleteMailTokensFor,
  deleteUndoLinksAfter,
  lockUser,
  replaceEmail,
  spendMailToken,
  updateUser,
} from './accounts.queries.ts';
import { confirmOwnPassword } from './confirm-password.ts';
import { mailReader, momentFor } from './mail-reader.ts';
import { consumeMailLimits, linkInvalid, parseMailToken, prepareLink } from './mailed-links.ts';
import { mailReset } from './reset-password.ts';
import type { ChangeEmailInput } from './schema.ts';

const DAY = 86_400;

/**
 * Mails a link to another address, which makes it the viewer's within 24 hours. Does not reveal whether that address
 * has an account: the answer is the same and is sent before anything is looked up.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), VALIDATION_ERROR for the present address, PASSWORD_REQUIRED (409)
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
    await deleteMailTokensFor(tx, user.id, 'change_email');
    return prepareLink(context, tx, user, {
      purpose: 'change_email',
      path: '/change-email/',
      lifetime: DAY,
      write: (link) => emailChangeMail({ ...mailReader(context.site, user), link }),
      email,
    });
  });
  await send();
}

/** How long the old address can be restored, in seconds. */
const WEEK = 7 * 86_400;

/**
 * Changes the address of an account to the one that the link was mailed to, ends all its sessions except the current
 * one, and notifies the old address, from which the change can be undone for a week.
 * @throws DomainError TOKEN_INVALID (400), EMAIL_EXISTS (409) when another account has the address by now
 */
export async function confirmEmailChange(context: Requesting & Mailing, token: string): Promise<void> {
  const { defer, db, now } = context;
  const sendNotices = await inTransaction(db, async (tx) => {
    const { user, email } = await followAddressLink(tx, token, 'change_email', now.toISOString());
    await signOutOthers(context, tx, user);
    const prepared = await prepareUndo(context, tx, user);
    await recordAddress({ ...context, db: tx }, 'email_changed', user, email);
    return prepared;
  });
  defer(sendNotices);
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

async function signOutOthers({ viewer }: Requesting, tx: Tx, user: UserRow): Promise<void> {
  if (viewer?.id === user.id) await endOtherSessions(tx, user.id, viewer.sessionId);
  else await endSessionsOf(tx, user.id);
}

function prepareUndo(context: Mailing, tx: Tx, user: UserRow): Promise<() => Promise<void>> {
  return prepareLink(context, tx, user, {
    purpose: 'undo_email',
    path: '/restore-email/',
    lifetime: WEEK,
    write: (link) =>
      emailChangedMail({ ...mailReader(context.site, user), link, moment: momentFor(user, context.now) }),
    email: user.email,
  });
}

/**
 * Restores the address that an account had before it was changed. The person who changed it loses access: the password
 * is removed, Google is unlinked, every session ends, and a link that sets a new password is mailed to the restored
 * address.
 * @throws DomainError TOKEN_INVALID (400), EMAIL_EXISTS (409) when another account has the address by now
 */
export async function undoEmailChange(context: Requesting & Mailing, token: string): Promise<void> {
  const { defer, db, now } = context;
  const { email } = await inTransaction(db, async (tx) => {
    const followed = await followAddressLink(tx, token, 'undo_email', now.toISOString());
    const { user, expiresAt } = followed;
    await updateUser(tx, user.id, { password_hash: null, google_id: null, oauth_provider: null });
    await endSessionsOf(tx, user.id);
    // Only of later changes: a thief who changed the address twice must not be able to restore the one in between.
    await deleteUndoLinksAfter(tx, user.id, expiresAt);
    await recordAddress({ ...context, db: tx }, 'email_restored', user, followed.email);
    return followed;
  });
  defer(() => mailReset(context, email));
}

interface Followed {
  /** The account before the change. */
  user: UserRow;
  /** Its new address. */
  email: string;
  /** When the link would have expired. */
  expiresAt: string;
}

/**
 * Uses up a mailed link and gives the account the address that the link was mailed to; links mailed earlier become
 * invalid.
 * @throws DomainError TOKEN_INVALID (400) for a used, unknown or expired link, USER_BLOCKED (403), which leaves the link
 *   as it is, EMAIL_EXISTS (409) when another account has the address by now
 */
export async function followAddressLink(
  tx: Tx,
  token: string,
  purpose: 'change_email' | 'undo_email',
  now: string,
): Promise<Followed> {
  const parsed = parseMailToken(token);
  const link = parsed ? await spendMailToken(tx, { ...parsed, purpose }, now) : undefined;
  const user = link && (await lockUser(tx, link.user_id));
  if (!link?.email || !user || user.closed_at) throw linkInvalid();
  await requireUnblocked(tx, user.id, new Date(now));
  if (!(await replaceEmail(tx, user.id, link.email, now))) throw new DomainError('EMAIL_EXISTS', 409);
  await deleteMailTokens(tx, user.id);
  return { user, email: link.email, expiresAt: link.expires_at };
}
