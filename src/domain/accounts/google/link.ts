import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { googleLinkedMail, googleUnlinkedMail } from '../../../mail/messages.ts';
import { recordOwn } from '../../activity/record.ts';
import type { Mailing, Writing } from '../../context.ts';
import { DomainError, notFound } from '../../error.ts';
import { findUser, findUserByGoogleId, lockUser, updateUser } from '../accounts.queries.ts';
import { confirmPassword } from '../confirm-password.ts';
import { mailReader } from '../mail-reader.ts';
import { badCredential } from './credential.ts';
import { requireProvider } from './provider.ts';
import { type Identity, type Presented, verifyCredential } from './verify.ts';

/**
 * Links a Google account, whatever its address, to the viewer's, confirmed by the password.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), also for a Google account that is linked to another account or a second
 * one, CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429), GOOGLE_DISABLED and GOOGLE_LOGIN_ERROR (503)
 */
export async function linkGoogle(
  context: Writing & Mailing,
  { password, ...presented }: Presented & { password: string },
): Promise<void> {
  const { settings, db, viewer, now } = context;
  requireProvider(settings);
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash !== null) await confirmPassword(context, user, password);
  const identity = await verifyCredential(context, presented);
  await inTransaction(db, async (tx) => {
    const locked = await lockUser(tx, viewer.id);
    const holder = await findUserByGoogleId(tx, identity.subject);
    if (holder && holder.id !== viewer.id) throw badCredential('errors:googleTaken');
    if (!locked || (locked.google_id !== null && !holder)) throw badCredential('errors:googleLinkedAlready');
    await updateUser(tx, viewer.id, {
      ...linkTo(identity),
      google_refused: 0,
      updated_at: now.toISOString(),
    });
    await recordOwn({ ...context, db: tx }, 'google_linked');
  });
  notifyLinked(context, user);
}

/**
 * Unlinks Google from the viewer's account, which must have a password to sign in with. From then on the same address
 * alone does not link it again.
 * @throws DomainError PASSWORD_REQUIRED (409), CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429)
 */
export async function unlinkGoogle(context: Writing & Mailing, password: string): Promise<void> {
  const { db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash === null) throw new DomainError('PASSWORD_REQUIRED', 409);
  await confirmPassword(context, user, password);
  await inTransaction(db, async (tx) => {
    await updateUser(tx, viewer.id, {
      google_id: null,
      oauth_provider: null,
      google_refused: 1,
      updated_at: now.toISOString(),
    });
    if (user.google_id !== null) await recordOwn({ ...context, db: tx }, 'google_unlinked');
  });
  if (user.google_id !== null) notifyUnlinked(context, user);
}

/** Mails a notice that a Google account was linked, so that the owner notices a link made by somebody else. */
export function notifyLinked({ site, settings, defer, sendMail }: Mailing, user: UserRow): void {
  const link = `${settings.PUBLIC_URL}/forgot-password`;
  defer(() => sendMail(user.email, googleLinkedMail({ ...mailReader(site, user), link })));
}

/** Mails a notice that Google was unlinked. */
function notifyUnlinked({ site, settings, defer, sendMail }: Mailing, user: UserRow): void {
  const link = `${settings.PUBLIC_URL}/forgot-password`;
  defer(() => sendMail(user.email, googleUnlinkedMail({ ...mailReader(site, user), link })));
}

/** The columns of an account that its link to Google sets. */
export function linkTo({ subject }: Pick<Identity, 'subject'>): Partial<UserRow> {
  return { google_id: subject, oauth_provider: 'google' };
}
