import { confirmPassword } from '../accounts/confirm-password.ts';
import { findUser, updateUser } from '../accounts/queries.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { tellUnlinked } from './tell.ts';

/**
 * Takes Google off the viewer's account, which must have a password to sign in with. From then on the address alone
 * links it no more.
 * @throws DomainError PASSWORD_REQUIRED (409), VALIDATION_ERROR for a wrong password, RATE_LIMITED (429)
 */
export async function unlinkGoogle(context: SignedIn, password: string): Promise<void> {
  const { db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash === null) throw new DomainError('PASSWORD_REQUIRED', 409);
  await confirmPassword(context, user, password);
  await updateUser(db, viewer.id, {
    google_id: null,
    oauth_provider: null,
    google_refused: 1,
    updated_at: now.toISOString(),
  });
  if (user.google_id !== null) tellUnlinked(context, user);
}
