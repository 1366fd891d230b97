import type { Db } from '../../db/open.ts';
import type { InvitationRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(row).execute();
}

/** Those that can still be used, the latest first. */
export function findInvitations(db: Db, now: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('expires_at', '>', now)
    .where('uses_left', '>', 0)
    .orderBy('id', 'desc')
    .execute();
}

/** Whether an invitation with that hash can be used. */
export async function findUsable(db: Db, hash: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where('uses_left', '>', 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses an invitation once; `false` when none is left. */
export async function spendInvitation(tx: Tx, hash: string, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('invitations')
    .set((expression) => ({ uses_left: expression('uses_left', '-', 1) }))
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .where('uses_left', '>', 0)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

/** @returns whether there was one */
export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function deleteExpiredInvitations(db: Db, now: string): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', now).execute();
}
