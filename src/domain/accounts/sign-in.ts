import { createHash } from 'node:crypto';
import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { newSignInMail } from '../../mail/messages.ts';
import { recordActivity } from '../activity/record.ts';
import type { Mailing, Requesting } from '../context.ts';
import { DomainError } from '../error.ts';
import { limitFailures, resetLimit } from '../rate-limits/consume.ts';
import { addressKey, LIMITS } from '../rate-limits/rate-limits.ts';
import { readRestrictions } from '../restrictions/read.ts';
import { deviceOf } from '../sessions/device.ts';
import { knownDevice, knownDevices, recordDevice } from '../sessions/known-devices.ts';
import { startSession, type Tokens } from '../sessions/start.ts';
import { findUserByEmail, replaceHash, updateUser } from './accounts.queries.ts';
import { confirmationAttempts } from './confirm-password.ts';
import { mailReader, momentFor } from './mail-reader.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import { type PresentedUser, presentUser } from './present.ts';
import type { SignInInput } from './schema.ts';

/**
 * Starts a session for the right e-mail and password. An unknown address is answered like a wrong password, after the
 * same time; only failures count against the limit.
 * @throws DomainError INVALID_CREDENTIALS (401), EMAIL_NOT_VERIFIED (403), USER_BLOCKED (403), RATE_LIMITED (429)
 */
export async function signIn(
  context: Requesting & Mailing,
  { email, password }: SignInInput,
): Promise<{ user: PresentedUser; tokens: Tokens }> {
  const user = await findUserByEmail(context.db, email);
  const tries = await attemptsOf(context, email, user);
  const attempt = () => verifyPassword(user?.password_hash, password);
  const isRight = await limitFailures(context, tries, LIMITS.failedSignIn, attempt, 'errors:RATE_LIMITED');
  if (!isRight || !user) {
    // After the answer, whose duration must not reveal whether there is such an account.
    context.defer(() => recordFailure(context, user));
    throw new DomainError('INVALID_CREDENTIALS', 401);
  }
  renewHash(context, user, password);
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return begin(context, user);
}

// The typed address is not recorded: it may be anything, even a password in the wrong field.
async function recordFailure({ rootDb, ...context }: Requesting, user: UserRow | undefined): Promise<void> {
  const event = { type: 'sign_in_failed', ...(user && { target: user }) } as const;
  await recordActivity({ ...context, db: rootDb, viewer: null }, event);
}

// Of each account that knows it a device has a counter of its own, and no other: a stranger who guesses passwords cannot
// lock the owner out there, from whichever network.
async function attemptsOf(context: Requesting, email: string, user: UserRow | undefined): Promise<string[]> {
  const device = user && (await knownDevice(context, user.id));
  if (device) return [deviceAttempts(user.id, device)];
  return [accountAttempts(email), `sign-in:address:${addressKey(context.client.address)}`];
}

// A hash with other parameters than new ones is replaced while the password is known, after the answer.
function renewHash(
  { rootDb, defer, now }: Requesting,
  { id, password_hash }: UserRow,
  password: string,
): void {
  if (password_hash === null || !isOutdated(password_hash)) return;
  defer(async () => {
    const next = await hashPassword(password);
    await inTransaction(rootDb, (tx) => replaceHash(tx, id, password_hash, next, now.toISOString()));
  });
}

/** Starts a session for a person who has proved who they are, by whichever method. */
export async function begin(
  context: Requesting & Mailing,
  user: UserRow,
): Promise<{ user: PresentedUser; tokens: Tokens }> {
  const last_login = context.now.toISOString();
  const { tokens, isNew } = await inTransaction(context.db, async (tx) => {
    await updateUser(tx, user.id, { last_login });
    const tokens = await startSession({ ...context, db: tx }, user.id);
    const isNew = await recordDevice(context, tx, user.id);
    const details = { device: deviceOf(context.client.userAgent) };
    await recordActivity({ ...context, db: tx }, { type: 'sign_in', target: user, actor: user, details });
    return { tokens, isNew };
  });
  if (isNew) notifyNewSignIn(context, user);
  const restrictions = await readRestrictions(context, user.id);
  return { user: presentUser({ ...user, last_login }, restrictions), tokens };
}

/** Mails a notice of a sign-in from a device that the account does not know. */
function notifyNewSignIn(
  { site, settings, defer, sendMail, now, client }: Requesting & Mailing,
  user: UserRow,
): void {
  const mail = newSignInMail({
    ...mailReader(site, user),
    link: `${settings.PUBLIC_URL}/forgot-password`,
    moment: momentFor(user, now),
    device: deviceOf(client.userAgent),
    address: client.address,
  });
  defer(() => sendMail(user.email, mail));
}

/** Forgets all wrong passwords of an account whose owner has proved who they are, at every device that it knows. */
export async function forgetAttempts(context: Requesting, { id, email }: UserRow): Promise<void> {
  const devices = await knownDevices(context.rootDb, id);
  const keys = devices.map((device) => deviceAttempts(id, device));
  for (const key of [accountAttempts(email), confirmationAttempts(id), ...keys])
    await resetLimit(context, key);
}

function deviceAttempts(userId: string, device: string): string {
  return `sign-in:device:${userId}:${device}`;
}

// Counted whether or not there is such an account.
function accountAttempts(email: string): string {
  return `sign-in:account:${createHash('sha256').update(email).digest('base64url')}`;
}
