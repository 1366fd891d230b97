import { ENDED_BY_RESTORATION } from '../../db/backup/ended-access.ts';
import type { Db } from '../../db/open.ts';
import type { BackupRunRow, SettingRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

export async function countContent(db: Db): Promise<{ people: number; transactions: number }> {
  const count = async (table: 'users' | 'transactions') => {
    const rows = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'));
    return (await rows.executeTakeFirstOrThrow()).count;
  };
  return { people: await count('users'), transactions: await count('transactions') };
}

/** Kept from the database that a restoration replaces. */
export interface Present {
  revision: number;
  maintenance: SettingRow[];
}

export async function readPresent(db: Db): Promise<Present> {
  const { revision } = await db
    .selectFrom('revisions')
    .select(({ fn }) => fn.max('number').as('revision'))
    .executeTakeFirstOrThrow();
  const maintenance = await db
    .selectFrom('settings')
    .selectAll()
    .where('key', 'in', ['maintenance_mode', 'maintenance_message'])
    .execute();
  return { revision: Number(revision ?? 0), maintenance };
}

export async function endAllAccess(tx: Tx): Promise<void> {
  for (const table of ENDED_BY_RESTORATION) await tx.deleteFrom(table).execute();
}

export async function keepMaintenance(tx: Tx, { maintenance }: Present): Promise<void> {
  await tx.deleteFrom('settings').where('key', 'in', ['maintenance_mode', 'maintenance_message']).execute();
  if (maintenance.length > 0) await tx.insertInto('settings').values(maintenance).execute();
}

export async function insertRun(db: Db, row: BackupRunRow): Promise<void> {
  await db.insertInto('backup_runs').values(row).execute();
}

export function findAskedRun(db: Db): Promise<BackupRunRow | undefined> {
  return db
    .selectFrom('backup_runs')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

export function findEndedRuns(db: Db, most: number): Promise<BackupRunRow[]> {
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

export async function deleteRunsBefore(db: Db, most: number): Promise<void> {
  const latest = db.selectFrom('backup_runs').select('id').orderBy('id', 'desc').limit(most);
  await db.deleteFrom('backup_runs').where('id', 'not in', latest).execute();
}
