import type { Db } from '../../db/open.ts';
import type { UserRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { recordActivity } from '../activity/record.ts';
import type { Mailing, Writing } from '../context.ts';
import { notify } from './emails/mails.ts';
import { lockAbleSuperAdmins, replaceAccess, requireAnother } from './managed.ts';
import { confirmOwner, lockConfirmed } from './passwords/confirm.ts';
import { deletePicture } from './picture/picture.queries.ts';
import {
  deleteMailTokens,
  deleteSomeRows,
  deleteUser,
  findPurgeable,
  lockUser,
  requireUser,
  updateUser,
} from './users.queries.ts';

/**
 * Closes the viewer's own account permanently: sessions end, the address becomes free, and all data is deleted.
 * @throws DomainError LAST_SUPER_ADMIN (409), and as `confirmOwner`
 */
export async function closeAccount(context: Writing & Mailing, password: string): Promise<void> {
  const { defer, db, rootDb, viewer, now } = context;
  const user = await requireUser(db, viewer.id);
  await confirmOwner(context, user, password);
  await inTransaction(db, async (tx) => {
    const superAdmins = await lockAbleSuperAdmins(tx, now);
    // Read again: the role may have changed while the password was verified.
    const locked = await lockConfirmed(context, tx, user);
    if (locked.role === 'super_admin') requireAnother(superAdmins, user.id);
    await close(tx, user, now.toISOString());
    await recordActivity({ ...context, db: tx }, { type: 'closed', target: user, actor: user });
  });
  notify(context, user, 'closed', { path: '' });
  defer(async () => void (await purgeClosed(rootDb, now)));
}

async function close(tx: Tx, user: UserRow, now: string): Promise<void> {
  await replaceAccess(tx, user.id, {
    email: `closed.${user.id}`,
    email_verified: 0,
    password_hash: null,
    first_name: '',
    last_name: '',
    profile_picture_url: null,
    closed_at: now,
    purge_after: now,
    updated_at: now,
  });
  await deletePicture(tx, user.id);
  await deleteMailTokens(tx, user.id);
}

const BATCH_SIZE = 1000;

/**
 * Purges accounts that are due, in batches so that other writers do not wait long; an interrupted run can be repeated.
 * @returns how many accounts were deleted
 */
export async function purgeClosed(db: Db, now: Date): Promise<number> {
  let purged = 0;
  for (const id of await findPurgeable(db, now.toISOString())) {
    if (!(await closeForPurge(db, id, now))) continue;
    while (await deleteSomeRows(db, id, BATCH_SIZE));
    await deleteUser(db, id);
    purged += 1;
  }
  return purged;
}

// An administrator may restore a deleted account until its purge begins.
function closeForPurge(db: Db, id: string, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const user = await lockUser(tx, id);
    if (!user?.purge_after || user.purge_after > now.toISOString()) return false;
    if (user.closed_at !== null) return true;
    await updateUser(tx, id, { closed_at: now.toISOString() });
    const context = { db: tx, now, client: { address: '', userAgent: '' }, viewer: null };
    await recordActivity(context, { type: 'purged', target: user });
    return true;
  });
}
