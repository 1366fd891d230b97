import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { NotDuplicatesRow } from '../../db/tables.ts';

export function findNotDuplicates(db: Db, userId: string): Promise<NotDuplicatesRow[]> {
  return db
    .selectFrom('not_duplicates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

export async function insertNotDuplicates(db: Db, row: NotDuplicatesRow): Promise<void> {
  await db
    .insertInto('not_duplicates')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'one_id', 'other_id']).doUpdateSet({ pattern: row.pattern }),
    )
    .execute();
}

export const insertAllNotDuplicates = insertRows(
  'not_duplicates',
  ['user_id', 'one_id', 'other_id', 'pattern', 'created_at'],
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

export async function deleteAllNotDuplicates(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('not_duplicates').where('user_id', '=', userId).execute();
}

export async function deleteNotDuplicates(db: Db, userId: string, pattern: string): Promise<void> {
  await db
    .deleteFrom('not_duplicates')
    .where('user_id', '=', userId)
    .where('pattern', '=', pattern)
    .execute();
}
