import type { UserRow } from '../../db/tables.ts';
import type { Context } from '../context.ts';
import { isNewDevice, knownDevice } from '../devices/recognise.ts';
import { DomainError } from '../error.ts';
import { addressKey, LIMITS } from '../limits/limits.ts';
import { countFailure } from '../limits/take.ts';
import { findRestrictions } from '../restrictions/queries.ts';
import { startSession, type Tokens } from '../sessions/start.ts';
import { inTransaction } from '../transact.ts';
import { accountTries } from './account-tries.ts';
import { hashPassword, isOutdated, verifyPassword } from './password.ts';
import { type PresentedUser, presentUser } from './present.ts';
import { findUserByEmail, replaceHash, updateUser } from './queries.ts';
import type { SignInInput } from './schema.ts';
import { tellNewSignIn } from './tell-new-sign-in.ts';

/**
 * Starts a session for the right e-mail and password. An unknown address is answered like a wrong password, in the
 * same time; only failures count against the limit.
 * @throws DomainError INVALID_CREDENTIALS (401), EMAIL_NOT_VERIFIED (403), USER_BLOCKED (403), RATE_LIMITED (429)
 */
export async function signIn(
  context: Context,
  { email, password }: SignInInput,
): Promise<{ user: PresentedUser; tokens: Tokens }> {
  const user = await findUserByEmail(context.db, email);
  const tries = await triesOf(context, email, user);
  const attempt = () => verifyPassword(user?.password_hash, password);
  const isRight = await countFailure(context, tries, LIMITS.failedSignIn, attempt, 'errors:RATE_LIMITED');
  if (!isRight || !user) throw new DomainError('INVALID_CREDENTIALS', 401);
  keepUpToDate(context, user, password);
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return begin(context, user);
}

// A browser that the account knows counts for itself: a stranger who guesses cannot lock its owner out of it.
async function triesOf(context: Context, email: string, user: UserRow | undefined): Promise<string[]> {
  const device = await knownDevice(context, user?.id ?? '');
  const account = device ? `sign-in:device:${device}` : accountTries(email);
  return [account, `sign-in:address:${addressKey(context.from.address)}`];
}

// A hash of another cost than new ones have is replaced once the password is known again, when nobody waits for it.
function keepUpToDate({ app, now }: Context, { id, password_hash }: UserRow, password: string): void {
  if (password_hash === null || !isOutdated(password_hash)) return;
  app.later(async () => {
    const next = await hashPassword(password);
    await inTransaction(app.database.db, (tx) => replaceHash(tx, id, password_hash, next, now.toISOString()));
  });
}

/** Starts a session of somebody who has proved who they are, by whichever way. */
export async function begin(
  context: Context,
  user: UserRow,
): Promise<{ user: PresentedUser; tokens: Tokens }> {
  const last_login = context.now.toISOString();
  const { tokens, isNew } = await inTransaction(context.db, async (tx) => {
    await updateUser(tx, user.id, { last_login });
    const tokens = await startSession({ ...context, db: tx }, user.id);
    return { tokens, isNew: await isNewDevice(context, tx, user.id) };
  });
  if (isNew) tellNewSignIn(context, user);
  const restrictions = await findRestrictions(context.db, user.id, last_login);
  return { user: presentUser({ ...user, last_login }, restrictions), tokens };
}
