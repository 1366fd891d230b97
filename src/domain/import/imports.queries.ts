import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { ImportPieceRow, ImportRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

type Key = Pick<ImportRow, 'user_id' | 'id'>;

export async function insertImport(db: Db, row: ImportRow): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

export function findImport(db: Db, { user_id, id }: Key): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The latest import of a person that was checked and has not expired. */
export function findLatest(db: Db, userId: string, now: string): Promise<ImportRow | undefined> {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('checked_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function updateImport(db: Db, { user_id, id }: Key, changes: Partial<ImportRow>): Promise<void> {
  await db.updateTable('imports').set(changes).where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** What goes on with imports of all people and nobody has worked on since an instant. */
export function findForgotten(db: Db, since: string): Promise<Key[]> {
  return db
    .selectFrom('imports')
    .select(['user_id', 'id'])
    .where('work', 'is not', null)
    .where('touched_at', '<=', since)
    .orderBy('touched_at')
    .execute();
}

export async function deleteImport(db: Db, { user_id, id }: Key): Promise<void> {
  await db.deleteFrom('imports').where('user_id', '=', user_id).where('id', '=', id).execute();
}

/** Lets what waits to be imported expire, all that a person has sent or one file; returns what did. */
export async function expireWaiting(
  db: Db,
  { user_id, id }: { user_id: string; id?: string },
  now: string,
): Promise<Key[]> {
  return db
    .updateTable('imports')
    .set({ expires_at: now })
    .where('user_id', '=', user_id)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .where('checked_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('work', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'id'])
    .execute();
}

const PIECE = ['user_id', 'import_id', 'number', 'content'] as const satisfies (keyof ImportPieceRow)[];

/** Stores pieces; one of the same number is replaced. */
export const storePieces = insertRows('import_pieces', PIECE, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'import_id', 'number'])
      .doUpdateSet(({ ref }) => ({ content: ref('excluded.content') })),
  ),
);

/** A piece of an import; undefined behind the last one. */
export function findPiece(db: Db, { user_id, id }: Key, number: number): Promise<ImportPieceRow | undefined> {
  return db
    .selectFrom('import_pieces')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
}

export async function deletePieces(tx: Tx, { user_id, id }: Key): Promise<void> {
  await tx.deleteFrom('import_pieces').where('user_id', '=', user_id).where('import_id', '=', id).execute();
}

/** The expired imports of all people, at most so many, except those with which something goes on. */
export function findExpired(db: Db, now: string, most: number): Promise<Key[]> {
  return db
    .selectFrom('imports')
    .select(['user_id', 'id'])
    .where('expires_at', '<=', now)
    .where('work', 'is', null)
    .limit(most)
    .execute();
}

/** Deletes some pieces of an import; returns how many. */
export async function deleteSomePieces(db: Db, { user_id, id }: Key, most: number): Promise<number> {
  const some = db
    .selectFrom('import_pieces')
    .select('number')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('import_pieces')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .where('number', 'in', some)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
