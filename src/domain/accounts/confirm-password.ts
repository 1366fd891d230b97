import type { UserRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { invalid } from '../error.ts';
import { LIMITS } from '../limits/limits.ts';
import { giveBack, takeOrRefuse } from '../limits/take.ts';
import { verifyPassword } from './password.ts';

/**
 * Has the viewer prove once more that it is they, before something that cannot wait for them to notice. Never inside a
 * database transaction.
 * @throws DomainError VALIDATION_ERROR for a wrong password, RATE_LIMITED (429)
 */
export async function confirmPassword(
  context: SignedIn,
  { password_hash }: Pick<UserRow, 'password_hash'>,
  password: string,
): Promise<void> {
  const tries = `password:${context.viewer.id}`;
  await takeOrRefuse(context, tries, LIMITS.failedSignIn);
  if (!(await verifyPassword(password_hash, password))) {
    throw invalid({ field: 'password', message: 'errors:CURRENT_PASSWORD_WRONG' });
  }
  await giveBack(context, tries, LIMITS.failedSignIn);
}
