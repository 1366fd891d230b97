import type { UserRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { Mailing, Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { limitSignIn, signInAttempts } from '../../rate-limits/sign-in.ts';
import { requireSession } from '../../sessions/resolve.ts';
import { findSession } from '../../sessions/sessions.ts';
import { RECENT } from '../../sessions/times.ts';
import { byPassword, lockProved } from '../proof.ts';
import { confirmCode } from '../second-factor/check-code.ts';
import { requireUser } from '../users.queries.ts';
import { verifyPassword } from './hash.ts';

/**
 * Checks the viewer's password, and the code where a second factor is on, before an action that a stranger at an open
 * session must not take. Never call it inside a database transaction.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429), and as `confirmCode`
 */
export async function confirmPassword(
  context: Writing & Mailing,
  { password_hash }: Pick<UserRow, 'password_hash'>,
  password: string,
  field = 'password',
): Promise<void> {
  const keys = [signInAttempts.confirmation(context.viewer.id)];
  if (!(await limitSignIn(context, keys, () => verifyPassword(password_hash, password))))
    throw wrongPassword(field);
  await confirmCode(context);
}

/**
 * Like `confirmPassword`; the owner of an account without a password must have signed in within the last 15 minutes.
 * @throws DomainError SIGN_IN_AGAIN (403), and as `confirmPassword`
 */
export async function confirmOwner(
  context: Writing & Mailing,
  user: Pick<UserRow, 'password_hash'>,
  password: string,
): Promise<void> {
  if (user.password_hash !== null) return confirmPassword(context, user, password);
  const { db, viewer, now } = context;
  const session = await findSession(db, viewer.id, viewer.sessionId);
  if (!session || now.getTime() - Date.parse(session.created_at) > RECENT)
    throw new DomainError('SIGN_IN_AGAIN', 403);
}

/**
 * Like `confirmPassword`, for an account that must have a password.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), PASSWORD_REQUIRED (409), RATE_LIMITED (429)
 */
export async function confirmOwnPassword(context: Writing & Mailing, password: string): Promise<UserRow> {
  const user = await requireUser(context.db, context.viewer.id);
  if (user.password_hash === null)
    throw new DomainError('PASSWORD_REQUIRED', 409, { message: 'errors:passwordFirst' });
  await confirmPassword(context, user, password);
  return user;
}

/**
 * Locks the viewer's account for what the password was asked for, in whose transaction it comes before all other reads.
 * @param confirmed the account when the password was verified
 * @throws DomainError UNAUTHENTICATED (401), CURRENT_PASSWORD_WRONG (400) where the session or the password has ended
 *   meanwhile
 */
export async function lockConfirmed(
  context: Reading,
  tx: Tx,
  confirmed: UserRow,
  field = 'password',
): Promise<UserRow> {
  const isSame = byPassword(confirmed, () => wrongPassword(field));
  return lockProved(tx, confirmed.id, async (locked) => {
    await requireSession({ ...context, db: tx });
    await isSame(locked, tx);
  });
}

export function wrongPassword(field: string): DomainError {
  return new DomainError('CURRENT_PASSWORD_WRONG', 400, {
    fields: [{ field, message: 'errors:CURRENT_PASSWORD_WRONG' }],
  });
}
