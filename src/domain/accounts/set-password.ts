import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { inTransaction } from '../transact.ts';
import { hashNewPassword } from './new-password.ts';
import { tellPasswordChanged } from './password-changed.ts';
import { findUser, replaceHash } from './queries.ts';

/**
 * Gives the viewer a password who has none yet.
 * @throws DomainError PASSWORD_EXISTS (409), VALIDATION_ERROR
 */
export async function setPassword(context: SignedIn, newPassword: string): Promise<void> {
  const { db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash !== null) throw new DomainError('PASSWORD_EXISTS', 409);
  const hash = await hashNewPassword(newPassword, 'newPassword');
  const set = await inTransaction(db, (tx) => replaceHash(tx, user.id, null, hash, now.toISOString()));
  if (!set) throw new DomainError('PASSWORD_EXISTS', 409);
  tellPasswordChanged(context, user);
}
