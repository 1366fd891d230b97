import type { Db } from '../../../db/open.ts';
import type { ProfilePictureRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { PictureKey } from './schema.ts';

export async function replacePicture(tx: Tx, row: ProfilePictureRow): Promise<void> {
  const { user_id: _, ...changes } = row;
  await tx
    .insertInto('profile_pictures')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute();
}

export async function deletePicture(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('profile_pictures').where('user_id', '=', userId).execute();
}

export async function findPicture(
  db: Db,
  { userId, name, size }: PictureKey,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('profile_pictures')
    .select(`${size} as bytes`)
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}

export async function findPictureOf(db: Db, userId: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('profile_pictures')
    .select('large')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.large;
}

export function findPictureRow(db: Db, userId: string): Promise<ProfilePictureRow | undefined> {
  return db.selectFrom('profile_pictures').selectAll().where('user_id', '=', userId).executeTakeFirst();
}
