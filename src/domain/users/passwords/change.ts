import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordOwn } from '../../activity/record.ts';
import type { Mailing, Writing } from '../../context.ts';
import { DomainError, invalid } from '../../error.ts';
import { requireSession } from '../../sessions/resolve.ts';
import { endOtherSessions } from '../../sessions/sessions.ts';
import { notify } from '../emails/mails.ts';
import type { ChangePasswordInput } from '../schema.ts';
import { deleteChallengesOf, deletePendingFactor } from '../second-factor/second-factor.queries.ts';
import { deleteMailTokens, replaceHash, requireUser, updateUser } from '../users.queries.ts';
import { confirmOwner, confirmPassword, lockConfirmed } from './confirm.ts';
import { hashPassword } from './hash.ts';

/**
 * Changes the viewer's password, and ends their other sessions and what waits although only the old one confirmed it.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), VALIDATION_ERROR (400) for the same password again, RATE_LIMITED
 *   (429)
 */
export async function changePassword(
  context: Writing & Mailing,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const { db, viewer, now } = context;
  const user = await requireUser(db, viewer.id);
  await confirmPassword(context, user, currentPassword, 'currentPassword');
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC'))
    throw invalid({ field: 'newPassword', message: 'errors:passwordSame' });
  const next = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    // The second of two concurrent changes no longer has the current password.
    await lockConfirmed(context, tx, user, 'currentPassword');
    await updateUser(tx, user.id, { password_hash: next, updated_at: now.toISOString() });
    await endOtherSessions(tx, user.id, viewer.sessionId);
    await deleteChallengesOf(tx, user.id);
    await deletePendingFactor(tx, user.id);
    await deleteMailTokens(tx, user.id, ['change_email']);
    await recordOwn({ ...context, db: tx }, 'password_changed');
  });
  notify(context, user, 'passwordChanged');
}

/** The viewer, who may set a password. @throws DomainError PASSWORD_EXISTS (409), SIGN_IN_AGAIN (403) */
export async function requireNoPassword(context: Writing & Mailing): Promise<UserRow> {
  const user = await requireUser(context.db, context.viewer.id);
  if (user.password_hash !== null) throw new DomainError('PASSWORD_EXISTS', 409);
  await confirmOwner(context, user, '');
  return user;
}

/** Sets a password for a viewer without one. @throws DomainError as `requireNoPassword` */
export async function setPassword(context: Writing & Mailing, newPassword: string): Promise<void> {
  const { db, now } = context;
  const user = await requireNoPassword(context);
  const hash = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    const isSet = await replaceHash(tx, user.id, null, hash, now.toISOString());
    if (!isSet) throw new DomainError('PASSWORD_EXISTS', 409);
    await requireSession({ ...context, db: tx });
    await recordOwn({ ...context, db: tx }, 'password_set');
  });
  notify(context, user, 'passwordChanged');
}
