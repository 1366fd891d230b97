import type { UserRow } from '../../db/tables.ts';
import type { Writing } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { limitFailures } from '../rate-limits/consume.ts';
import { LIMITS } from '../rate-limits/rate-limits.ts';
import { findUser } from './accounts.queries.ts';
import { verifyPassword } from './password.ts';

/**
 * Checks the viewer's password before an action that a stranger at an open session must not take. Never inside a
 * database transaction.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429)
 */
export async function confirmPassword(
  context: Writing,
  { password_hash }: Pick<UserRow, 'password_hash'>,
  password: string,
): Promise<void> {
  if (!(await isOwnPassword(context, password_hash, password))) {
    throw wrongPassword('password');
  }
}

/**
 * The same of the viewer's account, which must have a password.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), PASSWORD_REQUIRED (409), RATE_LIMITED (429)
 */
export async function confirmOwnPassword(context: Writing, password: string): Promise<UserRow> {
  const user = await findUser(context.db, context.viewer.id);
  if (!user) throw notFound();
  if (user.password_hash === null)
    throw new DomainError('PASSWORD_REQUIRED', 409, { message: 'errors:passwordFirst' });
  await confirmPassword(context, user, password);
  return user;
}

/** The error of a wrong password in a field. */
export function wrongPassword(field: string): DomainError {
  return new DomainError('CURRENT_PASSWORD_WRONG', 400, {
    fields: [{ field, message: 'errors:CURRENT_PASSWORD_WRONG' }],
  });
}

/** Whether the viewer knows the password; failures are limited. @throws DomainError RATE_LIMITED (429) */
export function isOwnPassword(context: Writing, hash: string | null, password: string): Promise<boolean> {
  const tries = [confirmationAttempts(context.viewer.id)];
  return limitFailures(context, tries, LIMITS.failedSignIn, () => verifyPassword(hash, password));
}

/** The key by which wrong passwords of somebody who is signed in are counted. */
export function confirmationAttempts(userId: string): string {
  return `password:${userId}`;
}
