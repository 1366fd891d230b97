import type { Db } from '../../db/open.ts';
import type { BackupRunRow } from '../../db/tables.ts';

export async function insertRun(db: Db, row: BackupRunRow): Promise<void> {
  await db.insertInto('backup_runs').values(row).execute();
}

/** The one that was asked for first and is not made yet. */
export function findAsked(db: Db): Promise<BackupRunRow | undefined> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The latest ones that have ended, the newest first. */
export function findEnded(db: Db, most: number): Promise<BackupRunRow[]> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

export async function updateRun(db: Db, id: string, changes: Partial<BackupRunRow>): Promise<void> {
  await db.updateTable('backup_runs').set(changes).where('id', '=', id).execute();
}

/** Deletes all but the latest ones. */
export async function deleteRunsBefore(db: Db, most: number): Promise<void> {
  const latest = db.selectFrom('backup_runs').select('id').orderBy('id', 'desc').limit(most);
  await db.deleteFrom('backup_runs').where('id', 'not in', latest).execute();
}
