import type { UserRow } from '../../db/tables.ts';
import { inTransaction } from '../../db/transact.ts';
import { passwordChangedMail } from '../../mail/messages.ts';
import { recordOwn } from '../activity/record.ts';
import type { Mailing, Writing } from '../context.ts';
import { DomainError, invalid, notFound } from '../error.ts';
import { endOtherSessions } from '../sessions/end.ts';
import { findUser, replaceHash } from './accounts.queries.ts';
import { isOwnPassword, wrongPassword } from './confirm-password.ts';
import { mailReader, momentFor } from './mail-reader.ts';
import { hashPassword } from './password.ts';
import type { ChangePasswordInput } from './schema.ts';

/**
 * Changes the viewer's password and ends their other sessions. The same one again would change nothing for whoever knows it.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), VALIDATION_ERROR (400) for the same one again, RATE_LIMITED (429)
 */
export async function changePassword(
  context: Writing & Mailing,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const { db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (!(await isOwnPassword(context, user.password_hash, currentPassword)))
    throw wrongPassword('currentPassword');
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC'))
    throw invalid({ field: 'newPassword', message: 'errors:passwordSame' });
  const next = await hashPassword(newPassword);
  await inTransaction(db, async (tx) => {
    // Of two concurrent changes, the second no longer has the current password.
    const replaced = await replaceHash(tx, user.id, user.password_hash, next, now.toISOString());
    if (!replaced) throw wrongPassword('currentPassword');
    await endOtherSessions(tx, user.id, viewer.sessionId);
    await recordOwn({ ...context, db: tx }, 'password_changed');
  });
  notifyPasswordChanged(context, user);
}

/**
 * Sets a password for a viewer without one.
 * @throws DomainError PASSWORD_EXISTS (409)
 */
export async function setPassword(context: Writing & Mailing, newPassword: string): Promise<void> {
  const { db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash !== null) throw new DomainError('PASSWORD_EXISTS', 409);
  const hash = await hashPassword(newPassword);
  const set = await inTransaction(db, async (tx) => {
    const isSet = await replaceHash(tx, user.id, null, hash, now.toISOString());
    if (isSet) await recordOwn({ ...context, db: tx }, 'password_set');
    return isSet;
  });
  if (!set) throw new DomainError('PASSWORD_EXISTS', 409);
  notifyPasswordChanged(context, user);
}

/** Mails a notice of a changed password, so that the owner notices a change by somebody else. */
export function notifyPasswordChanged(
  { site, settings, defer, sendMail, now }: Mailing,
  user: UserRow,
): void {
  const link = `${settings.PUBLIC_URL}/forgot-password`;
  const mail = passwordChangedMail({ ...mailReader(site, user), link, moment: momentFor(user, now) });
  defer(() => sendMail(user.email, mail));
}
