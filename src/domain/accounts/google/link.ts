import type { UserRow } from '../../../db/tables.ts';
import { inTransaction } from '../../../db/transact.ts';
import { recordOwn } from '../../activity/record.ts';
import type { Mailing, Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { findUserByGoogleId, lockUser, requireUser, updateUser } from '../accounts.queries.ts';
import { notify } from '../emails/mails.ts';
import { confirmPassword } from '../passwords/confirm.ts';
import { providerOf, requireProvider } from './provider.ts';
import { badCredential, type Identity, type Presented, verifyCredential } from './verify.ts';

/**
 * Links a Google account, whatever its address, to the viewer's, confirmed by the password.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), also for a Google account linked elsewhere or a second one,
 *   CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429), GOOGLE_DISABLED and GOOGLE_LOGIN_ERROR (503)
 */
export async function linkGoogle(
  context: Writing & Mailing,
  { password, ...presented }: Presented & { password: string },
): Promise<void> {
  const { settings, db, viewer, now } = context;
  requireProvider(settings);
  const user = await requireUser(db, viewer.id);
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
  notify(context, user, 'googleLinked');
}

/**
 * Unlinks Google from the viewer's account, which must have a password. Afterwards a matching address no longer links
 * it again.
 * @throws DomainError PASSWORD_REQUIRED (409), CURRENT_PASSWORD_WRONG (400), RATE_LIMITED (429)
 */
export async function unlinkGoogle(context: Writing & Mailing, password: string): Promise<void> {
  const { db, viewer, now } = context;
  const user = await requireUser(db, viewer.id);
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
  if (user.google_id !== null) notify(context, user, 'googleUnlinked');
}

export function linkTo({ subject }: Pick<Identity, 'subject'>): Partial<UserRow> {
  return { google_id: subject, oauth_provider: 'google' };
}

export type AuthStatus = Awaited<ReturnType<typeof readAuthStatus>>;

export async function readAuthStatus({ db, viewer, settings }: Reading) {
  const user = await requireUser(db, viewer.id);
  const hasPassword = user.password_hash !== null;
  const hasGoogle = user.google_id !== null;
  return {
    authType: !hasGoogle ? ('email' as const) : hasPassword ? ('hybrid' as const) : ('google' as const),
    hasPassword,
    hasGoogle,
    email: user.email,
    isHybrid: hasPassword && hasGoogle,
    needsPassword: !hasPassword,
    canLinkGoogle: !hasGoogle && providerOf(settings) !== null,
  };
}
