import { confirmPassword } from '../accounts/confirm-password.ts';
import { findUser, lockUser, updateUser } from '../accounts/queries.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { inTransaction } from '../transact.ts';
import { badCredential } from './credential.ts';
import { linkTo } from './join.ts';
import { requireProvider } from './provider.ts';
import { findUserByGoogleId } from './queries.ts';
import { tellLinked } from './tell.ts';
import { type Presented, verifyCredential } from './verify.ts';

/**
 * Links a Google account, whatever its address, to the viewer's, who proves by the password that it is they.
 * @throws DomainError GOOGLE_AUTH_ERROR (400), also for a Google account that is somebody else's here or a second one,
 *   VALIDATION_ERROR for a wrong password, RATE_LIMITED (429), GOOGLE_DISABLED and GOOGLE_LOGIN_ERROR (503)
 */
export async function linkGoogle(
  context: SignedIn,
  { password, ...presented }: Presented & { password: string },
): Promise<void> {
  const { app, db, viewer, now } = context;
  requireProvider(app.config);
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
  tellLinked(context, user);
}
