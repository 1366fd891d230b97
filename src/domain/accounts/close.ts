import type { UserRow } from '../../db/tables.ts';
import { accountClosedMail } from '../../mail/messages.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { confirmPassword } from './confirm-password.ts';
import { mailReader } from './mail-reader.ts';
import { deletePicture } from './picture/queries.ts';
import { purgeClosed } from './purge.ts';
import { deleteMailTokens, findUser, lockSuperAdmins, updateUser } from './queries.ts';

/**
 * Closes the viewer's own account for good: every session ends at once, the address is free again, and everything of
 * theirs is deleted.
 * @throws DomainError VALIDATION_ERROR for a wrong password, LAST_SUPER_ADMIN (409), RATE_LIMITED (429)
 */
export async function closeAccount(context: SignedIn, password: string): Promise<void> {
  const { app, db, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash !== null) await confirmPassword(context, user, password);
  await inTransaction(db, async (tx) => {
    await requireAnotherSuperAdmin(tx, user);
    await close(tx, user, now.toISOString());
  });
  const mail = accountClosedMail({ ...mailReader(user), link: app.config.PUBLIC_URL });
  app.later(() => app.post(user.email, mail));
  app.later(() => purgeClosed(app));
}

// Without one, nobody could ever manage the instance again.
async function requireAnotherSuperAdmin(tx: Tx, user: UserRow): Promise<void> {
  if (user.role !== 'super_admin') return;
  const others = (await lockSuperAdmins(tx)).filter((id) => id !== user.id);
  if (others.length === 0) throw new DomainError('LAST_SUPER_ADMIN', 409);
}

async function close(tx: Tx, user: UserRow, now: string): Promise<void> {
  await updateUser(tx, user.id, {
    email: `closed.${user.id}`,
    email_verified: 0,
    password_hash: null,
    oauth_provider: null,
    google_id: null,
    first_name: '',
    last_name: '',
    profile_picture_url: null,
    closed_at: now,
    purge_after: now,
    updated_at: now,
  });
  await deletePicture(tx, user.id);
  await deleteMailTokens(tx, user.id);
  await deleteSessionsOf(tx, user.id);
}
