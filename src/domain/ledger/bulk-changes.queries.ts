import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { BulkChangeRow, BulkPieceRow, Tables } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** Transactions in one piece of a bulk change, and so in one database transaction: others wait no longer than for that. */
export const PIECE_SIZE = 100;

/** The ids of a piece as a JSON array, and their number. */
export interface Piece {
  ids: string;
  count: number;
}

/** Cuts a selection of rows with different ids into pieces, in the order of the ids. */
export function cutIntoPieces(
  db: Db,
  rows: SelectQueryBuilder<Tables, never, { id: string }>,
): Promise<Piece[]> {
  return cutNumbered(
    db,
    sql`select id, row_number() over (order by id) - 1 as place from (${rows}) as chosen`,
  );
}

/** The same of rows whose `place` counts them in another order, from 0. */
export async function cutNumbered(db: Db, numbered: Expression<unknown>): Promise<Piece[]> {
  const { rows: pieces } = await sql<Piece>`
    select '["' || string_agg(id, '","' order by place) || '"]' as ids, count(*) as count
    from (${numbered}) as numbered
    group by place / ${sql.lit(PIECE_SIZE)} order by min(place)
  `.execute(db);
  return pieces;
}

export async function insertChange(tx: Tx, row: BulkChangeRow, pieces: readonly Piece[]): Promise<void> {
  const { user_id, id: change_id } = row;
  await tx.insertInto('bulk_changes').values(row).execute();
  await insertPieces(
    tx,
    pieces.map(({ ids }, number) => ({ user_id, change_id, number, ids })),
  );
}

const PIECE_COLUMNS = ['user_id', 'change_id', 'number', 'ids'] as const satisfies (keyof BulkPieceRow)[];

const insertPieces = insertRows('bulk_pieces', PIECE_COLUMNS, (insert) => insert);

export function findChange(db: Db, userId: string, id: string): Promise<BulkChangeRow | undefined> {
  return db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The unfinished changes of a person. */
export function findUnfinished(db: Db, userId: string): Promise<BulkChangeRow[]> {
  return db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .execute();
}

/** The unfinished changes of all people that nobody has worked on since an instant. */
export function findForgotten(db: Db, since: string): Promise<BulkChangeRow[]> {
  return db
    .selectFrom('bulk_changes')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('touched_at', '<=', since)
    .orderBy('touched_at')
    .execute();
}

/** Takes the next piece of a change, so that nobody else carries it out; null when none is left. */
export async function takePiece(
  tx: Tx,
  { user_id, id }: Pick<BulkChangeRow, 'user_id' | 'id'>,
): Promise<string[] | null> {
  const piece = await tx
    .deleteFrom('bulk_pieces')
    .where('user_id', '=', user_id)
    .where('change_id', '=', id)
    .where('number', '=', (expression) =>
      expression
        .selectFrom('bulk_pieces')
        .select(({ fn }) => fn.min('number').as('first'))
        .where('user_id', '=', user_id)
        .where('change_id', '=', id),
    )
    .returning('ids')
    .executeTakeFirst();
  return piece ? JSON.parse(piece.ids) : null;
}

export async function deletePieces(
  tx: Tx,
  { user_id, id }: Pick<BulkChangeRow, 'user_id' | 'id'>,
): Promise<void> {
  await tx.deleteFrom('bulk_pieces').where('user_id', '=', user_id).where('change_id', '=', id).execute();
}

/** Saves how far a change is. */
export async function saveChange(tx: Tx, row: BulkChangeRow): Promise<void> {
  const { user_id, id, remaining, done, failed, moved, touched_at, finished_at } = row;
  await tx
    .updateTable('bulk_changes')
    .set({ remaining, done, failed, moved, touched_at, finished_at })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Deletes the changes that were finished at or before an instant. */
export async function deleteFinished(db: Db, until: string): Promise<void> {
  await db.deleteFrom('bulk_changes').where('finished_at', '<=', until).execute();
}
