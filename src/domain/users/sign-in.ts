import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { recordActivity } from '../activity/record.ts';
import { mayAdminister } from '../admin/permission.ts';
import type { Mailing, Reading, Requesting } from '../context.ts';
import { DomainError, type FieldError, invalid } from '../error.ts';
import { limitSignIn, signInAttempts } from '../rate-limits/sign-in.ts';
import { readRestrictions } from '../restrictions/restrictions.ts';
import { deviceOf } from '../sessions/device.ts';
import { knownDevice, recordDevice } from '../sessions/known-devices.ts';
import { startSession, type Tokens } from '../sessions/start.ts';
import { sessionSeconds } from '../sessions/times.ts';
import { notify, placeOf } from './emails/mails.ts';
import { mayUsePassword } from './oidc/settings.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords/hash.ts';
import { type PresentedUser, presentUser } from './present.ts';
import { byPassword, invalidCredentials, lockProved, type Proof } from './proof.ts';
import type { SignInInput } from './schema.ts';
import { answerChallenge, challengeFor } from './second-factor/challenge.ts';
import { findUserByEmail, keepsMoney, replaceHash, updateUser } from './users.queries.ts';

export interface SignedInUser {
  user: PresentedUser;
  tokens: Tokens;
}

/** A sign-in that the code of a second factor completes. */
export interface AwaitedCode {
  challenge: string;
}

/**
 * Starts a session, or asks for the code of a second factor. An unknown address is answered like a wrong password, after the same time; only failures count
 * against the limit. Where a provider is the only way in, the passwords of all but super admins are wrong.
 * @throws DomainError INVALID_CREDENTIALS (401), EMAIL_NOT_VERIFIED (403), USER_BLOCKED (403), RATE_LIMITED (429)
 */
export async function signIn(
  context: Requesting & Mailing,
  { email, password, rememberDevice }: Omit<SignInInput, 'rememberDevice'> & Partial<SignInInput>,
): Promise<SignedInUser | AwaitedCode> {
  const user = await findUserByEmail(context.db, email);
  const limitKeys = await attemptsOf(context, email, user);
  const attempt = async () =>
    (await verifyPassword(user?.password_hash, password)) &&
    user !== undefined &&
    mayUsePassword(context.settings, user);
  const isRight = await limitSignIn(context, limitKeys, attempt, 'errors:RATE_LIMITED');
  if (!isRight || !user) {
    // Deferred, so that the duration of the answer does not reveal whether the account exists.
    context.defer(() => recordFailure(context, user));
    throw invalidCredentials();
  }
  renewHash(context, user, password);
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return beginOrAskCode(context, user, byPassword(user), rememberDevice);
}

/** The caller must have authenticated the person by a first factor. @throws DomainError USER_BLOCKED (403), and as the proof */
export async function beginOrAskCode(
  context: Requesting & Mailing,
  user: UserRow,
  requireProof: Proof,
  remember = false,
): Promise<SignedInUser | AwaitedCode> {
  const challenge = await challengeFor(context, user.id, requireProof, remember);
  return challenge ? { challenge } : beginSession(context, user, requireProof, { remember });
}

/**
 * Completes a sign-in with a code of the app or a recovery code.
 * @throws DomainError VALIDATION_ERROR (400) for a missing one, CODE_INVALID (401), USER_BLOCKED (403), RATE_LIMITED (429)
 */
export async function signInWithCode(
  context: Requesting & Mailing,
  { challenge, code }: { challenge: string; code: string },
): Promise<SignedInUser> {
  const missing: FieldError[] = [
    ...(challenge ? [] : [{ field: 'challenge', message: 'errors:tokenRequired' } as const]),
    ...(code ? [] : [{ field: 'code', message: 'errors:CODE_REQUIRED' } as const]),
  ];
  if (missing.length > 0) throw invalid(...missing);
  const { user, remember, requireProof } = await answerChallenge(context, challenge, code);
  return beginSession(context, user, requireProof, { remember, byCode: true });
}

// The typed address is not recorded: it may be anything, even a password in the wrong field.
async function recordFailure({ rootDb, ...context }: Requesting, user: UserRow | undefined): Promise<void> {
  const details = { device: deviceOf(context.client.userAgent) };
  const event = { type: 'sign_in_failed', ...(user && { target: user }), details } as const;
  await recordActivity({ ...context, db: rootDb, viewer: null }, event);
}

// A known device has its own limit, so that strangers who guess passwords do not lock the owner out.
async function attemptsOf(context: Requesting, email: string, user: UserRow | undefined): Promise<string[]> {
  const device = user && (await knownDevice(context, user.id));
  if (device) return [signInAttempts.device(user.id, device)];
  return [signInAttempts.account(email), signInAttempts.address(context.client.address)];
}

// Replaces an outdated hash while the password is available, after the answer.
function renewHash(
  { rootDb, defer, now }: Requesting,
  { id, password_hash }: UserRow,
  password: string,
): void {
  if (password_hash === null || !isOutdated(password_hash)) return;
  defer(async () => {
    const next = await hashPassword(password, password_hash);
    await inTransaction(rootDb, (tx) => replaceHash(tx, id, password_hash, next, now.toISOString()));
  });
}

/**
 * The caller must have authenticated the person by all factors that are due.
 * @throws DomainError USER_BLOCKED (403), and as the proof
 */
export async function beginSession(
  context: Requesting & Mailing,
  user: UserRow,
  requireProof: Proof,
  { remember, byCode = false }: { remember: boolean; byCode?: boolean },
): Promise<SignedInUser> {
  const lifetime = sessionSeconds(context.settings, remember && context.site.long_sessions_enabled);
  const last_login = context.now.toISOString();
  const device = deviceOf(context.client.userAgent);
  const { tokens, isNew } = await inTransaction(context.db, async (tx) => {
    await lockProved(tx, user.id, requireProof);
    await updateUser(tx, user.id, { last_login });
    const tokens = await startSession({ ...context, db: tx }, user.id, { lifetime, byCode });
    const isNew = await recordDevice(context, tx, user.id);
    const details = { device };
    await recordActivity({ ...context, db: tx }, { type: 'sign_in', target: user, actor: user, details });
    return { tokens, isNew };
  });
  if (isNew) notify(context, user, 'newSignIn', { facts: placeOf(context, user) });
  const restrictions = await readRestrictions(context, user.id);
  return { user: presentUser({ ...user, last_login }, restrictions), tokens };
}

/** Where a sign-in leads: to the page that the person chose, if they may see it. */
export async function startPageOf(
  { db }: Pick<Reading, 'db'>,
  { id, role, preferences }: Pick<PresentedUser, 'id' | 'role' | 'preferences'>,
): Promise<'/' | '/transactions' | '/admin'> {
  const { start_page } = preferences;
  if (start_page === 'transactions') return '/transactions';
  if (start_page === 'home' || !mayAdminister({ role }, 'admin')) return '/';
  return start_page === 'admin' || !(await keepsMoney(db, id)) ? '/admin' : '/';
}
