import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { deleteOtherSessions } from '../sessions/queries.ts';
import { inTransaction } from '../transact.ts';
import { isOwnPassword } from './confirm-password.ts';
import { hashNewPassword } from './new-password.ts';
import { tellPasswordChanged } from './password-changed.ts';
import { findUser, replaceHash } from './queries.ts';
import type { ChangePasswordInput } from './schema.ts';

/**
 * Changes the viewer's password and ends their other sessions.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429), VALIDATION_ERROR
 */
export async function changePassword(
  context: SignedIn,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const { db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (!(await isOwnPassword(context, user.password_hash, currentPassword))) throw wrongPassword();
  const next = await hashNewPassword(newPassword, 'newPassword');
  await inTransaction(db, async (tx) => {
    // Of two changes at once, the second no longer knows the current password.
    const replaced = await replaceHash(tx, user.id, user.password_hash, next, now.toISOString());
    if (!replaced) throw wrongPassword();
    await deleteOtherSessions(tx, user.id, viewer.sessionId);
  });
  tellPasswordChanged(context, user);
}

function wrongPassword(): DomainError {
  return new DomainError('CURRENT_PASSWORD_WRONG', 400, {
    fields: [{ field: 'currentPassword', message: 'errors:CURRENT_PASSWORD_WRONG' }],
  });
}
