import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { googleLinkedMail, googleUnlinkedMail } from '../../../mail/messages.ts';
import type { Context, SignedIn } from '../../context.ts';
import { DomainError, notFound } from '../../error.ts';
import { findUser, findUserByGoogleId, lockUser, updateUser } from '../accounts.queries.ts';
import { confirmPassword } from '../confirm-password.ts';
import { mailReader } from '../mail-reader.ts';
import { badCredential } from './credential.ts';
import { requireProvider } from './provider.ts';
import { type Identity, type Presented, verifyCredential } from './verify.ts';

/**
 * Links a Google account, whatever its address, to the viewer's, who proves by the password that it is they.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), also for a Google account that is somebody else's here or a second one,
 *   VALIDATION_ERROR for a wrong password, RATE_LIMITED (429), GOOGLE_DISABLED and GOOGLE_LOGIN_ERROR (503)
 */
export async function linkGoogle(
  context: SignedIn,
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
  });
  notifyLinked(context, user);
}

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
  if (user.google_id !== null) notifyUnlinked(context, user);
}

/** Mails somebody that Google signs in to their account from now on, so that they notice if it was not they. */
export function notifyLinked({ settings, defer, sendMail }: Context, user: UserRow): void {
  const link = `${settings.PUBLIC_URL}/forgot-password`;
  defer(() => sendMail(user.email, googleLinkedMail({ ...mailReader(user), link })));
}

/** Mails somebody that Google no longer signs in to their account. */
function notifyUnlinked({ settings, defer, sendMail }: Context, user: UserRow): void {
  const link = `${settings.PUBLIC_URL}/forgot-password`;
  defer(() => sendMail(user.email, googleUnlinkedMail({ ...mailReader(user), link })));
}

/** What the row of a linked account says of Google. */
export function linkTo({ subject }: Pick<Identity, 'subject'>): Partial<UserRow> {
  return { google_id: subject, oauth_provider: 'google' };
}
