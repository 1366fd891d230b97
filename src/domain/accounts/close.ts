import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { accountClosedMail } from '../../mail/messages.ts';
import type { SignedIn } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { endSessionsOf } from '../sessions/end.ts';
import {
  deleteMailTokens,
  deleteSomeRows,
  deleteUser,
  findPurgeable,
  findUser,
  lockSuperAdmins,
  updateUser,
} from './accounts.queries.ts';
import { confirmPassword } from './confirm-password.ts';
import { mailReader } from './mail-reader.ts';
import { deletePicture } from './picture/picture.queries.ts';

/**
 * Closes the viewer's own account permanently: every session ends at once, the address is free again, and all data is
 * deleted.
 * @throws DomainError CURRENT_PASSWORD_WRONG (400), LAST_SUPER_ADMIN (409), RATE_LIMITED (429)
 */
export async function closeAccount(context: SignedIn, password: string): Promise<void> {
  const { site, settings, defer, sendMail, db, rootDb, viewer, now } = context;
  const user = await findUser(db, viewer.id);
  if (!user) throw notFound();
  if (user.password_hash !== null) await confirmPassword(context, user, password);
  await inTransaction(db, async (tx) => {
    await requireAnotherSuperAdmin(tx, user);
    await close(tx, user, now.toISOString());
  });
  const mail = accountClosedMail({ ...mailReader(site, user), link: settings.PUBLIC_URL });
  defer(() => sendMail(user.email, mail));
  defer(async () => void (await purgeClosed(rootDb, now)));
}

// Otherwise nobody could ever manage the instance again.
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
  await endSessionsOf(tx, user.id);
}

const AT_ONCE = 1000;

/**
 * Deletes the remaining data of closed accounts that are due. A long history is deleted in batches, so that other
 * writers do not wait long; concurrent and interrupted runs lead to the same result.
 * @returns how many accounts were deleted
 */
export async function purgeClosed(db: Db, now: Date): Promise<number> {
  let purged = 0;
  for (const id of await findPurgeable(db, now.toISOString())) {
    while (await deleteSomeRows(db, id, AT_ONCE));
    await deleteUser(db, id);
    purged += 1;
  }
  return purged;
}
