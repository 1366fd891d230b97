import type { Db } from '../../db/open.ts';
import type { SettingRow } from '../../db/tables.ts';

export function findSettings(db: Db): Promise<SettingRow[]> {
  return db.selectFrom('settings').selectAll().execute();
}

export async function storeSetting(db: Db, row: SettingRow): Promise<void> {
  const { key, ...changes } = row;
  await db
    .insertInto('settings')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(changes))
    .execute();
}

/** Restores the initial value. */
export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
