import { createHash } from 'node:crypto';
import type { UserRow } from '../../db/tables.ts';
import type { Context } from '../context.ts';
import { isNewDevice } from '../devices/recognise.ts';
import { DomainError } from '../error.ts';
import { addressKey, LIMITS } from '../limits/limits.ts';
import { giveBack, take } from '../limits/take.ts';
import { findRestrictions } from '../restrictions/queries.ts';
import { startSession, type Tokens } from '../sessions/start.ts';
import { inTransaction } from '../transact.ts';
import { verifyPassword } from './password.ts';
import { type PresentedUser, presentUser } from './present.ts';
import { findUserByEmail, updateUser } from './queries.ts';
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
  const tries = triesOf(context, email);
  for (const key of tries) await takeTry(context, key);
  const user = await findUserByEmail(context.db, email);
  if (!(await verifyPassword(user?.password_hash, password)) || !user) {
    throw new DomainError('INVALID_CREDENTIALS', 401);
  }
  for (const key of tries) await giveBack(context, key, LIMITS.failedSignIn);
  if (user.email_verified === 0) throw new DomainError('EMAIL_NOT_VERIFIED', 403);
  return begin(context, user);
}

function triesOf({ from }: Context, email: string): string[] {
  const account = createHash('sha256').update(email).digest('base64url');
  return [`sign-in:account:${account}`, `sign-in:address:${addressKey(from.address)}`];
}

async function takeTry(context: Context, key: string): Promise<void> {
  const { allowed, retryAfter } = await take(context, key, LIMITS.failedSignIn);
  if (!allowed) throw new DomainError('RATE_LIMITED', 429, { retryAfter });
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
