import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { InvitationRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { BLOCKING } from '../restrictions/block.ts';

export async function insertInvitation(db: Db, row: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(row).execute();
}

export function findInvitations(db: Db, now: string): Promise<InvitationRow[]> {
  return db.selectFrom('invitations').selectAll().where(usable(now)).orderBy('id', 'desc').execute();
}

export async function findUsable(db: Db, hash: string, now: string): Promise<boolean> {
  const row = await db
    .selectFrom('invitations')
    .select('id')
    .where('hash', '=', hash)
    .where(usable(now))
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up one use; `false` when none is left. */
export async function spendInvitation(tx: Tx, hash: string, now: string): Promise<boolean> {
  const result = await tx
    .updateTable('invitations')
    .set((expression) => ({ uses_left: expression('uses_left', '-', 1) }))
    .where('hash', '=', hash)
    .where(usable(now))
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

// Valid only while the inviter is an unblocked super admin.
function usable(now: string) {
  return sql<boolean>`invitations.expires_at > ${now} and invitations.uses_left > 0
    and exists (select 1 from users where users.id = invitations.inviter_id
      and users.role = 'super_admin' and users.closed_at is null)
    and not exists (select 1 from restrictions where restrictions.user_id = invitations.inviter_id
      and restrictions.restriction_type in (${sql.join([...BLOCKING])}) and restrictions.is_active = 1
      and (restrictions.expires_at is null or restrictions.expires_at > ${now}))`;
}

/** @returns whether the invitation existed */
export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  const result = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}

export async function deleteExpiredInvitations(db: Db, now: string): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<=', now).execute();
}
