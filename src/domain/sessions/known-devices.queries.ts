import type { Db } from '../../db/open.ts';
import type { Tx } from '../../db/transact.ts';

export async function findDevices(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('known_devices').select('hash').where('user_id', '=', userId).execute();
  return rows.map(({ hash }) => hash);
}

export async function findDeviceTimes(db: Db, userId: string): Promise<{ seen_at: string }[]> {
  return db
    .selectFrom('known_devices')
    .select('seen_at')
    .where('user_id', '=', userId)
    .orderBy('seen_at')
    .execute();
}

export async function hasDevice(db: Db, userId: string, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('hash')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function upsertDevice(tx: Tx, user_id: string, hash: string, seen_at: string): Promise<void> {
  await tx
    .insertInto('known_devices')
    .values({ user_id, hash, seen_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'hash']).doUpdateSet({ seen_at }))
    .execute();
}

export async function deleteDevices(db: Db, before: string): Promise<void> {
  await db.deleteFrom('known_devices').where('seen_at', '<=', before).execute();
}
