import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db } from './open.ts';

// Functions that both engines have under different names.

function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** Whether a value is among others, however many: they are one parameter, of which a statement takes only so many. */
export function isAmong(db: Db, value: RawBuilder<unknown>, others: readonly string[]): RawBuilder<boolean> {
  const elements = sql.raw(isSqlite(db) ? 'json_each' : 'json_array_elements_text');
  return sql`${value} in (select value from ${elements}(${JSON.stringify(others)}))`;
}

/**
 * Whether a text contains a piece, letter for letter. Unlike `like`, whose time grows with the product of their lengths
 * where both repeat themselves.
 */
export function contains(db: Db, text: RawBuilder<unknown>, piece: string): RawBuilder<boolean> {
  const position = sql.raw(isSqlite(db) ? 'instr' : 'strpos');
  return sql`${position}(${text}, ${piece}) > 0`;
}

/** Pieces of a text by which an index finds it, as long as those of `createPieceIndex`. */
const PIECE = 3;

/**
 * Whether a text of several columns, joined by spaces, contains a word, by the index that `createPieceIndex` made for
 * them; or whether the other condition holds, which has an index of its own. Words that are shorter than its pieces are
 * looked for in every row. With `isWalked` it is asked of each row, as in `foundByAny`.
 */
export function containsPiece(
  db: Db,
  { index, table, columns }: { index: string; table: string; columns: string[] },
  word: string,
  { or, isWalked }: { or: RawBuilder<boolean>; isWalked: boolean },
): RawBuilder<boolean> {
  const text = sql`lower(${sql.join(columns.map(sql.ref), sql` || ' ' || `)})`;
  const piece = lowered(db, word);
  const letters = [...piece];
  const isThere = contains(db, text, piece);
  if (letters.length < PIECE) return sql`(${isThere} or ${or})`;
  if (isSqlite(db)) {
    const phrase = `"${word.replaceAll('"', '""')}"`;
    const rows = sql`select rowid from ${sql.table(index)} where ${sql.ref(index)} match ${phrase}
      union all select rowid from ${sql.table(table)} where ${or}`;
    return sql`${rowOf(table, isWalked)} in (${rows})`;
  }
  if (isWalked) return sql`(${isThere} or ${or})`;
  const cut = (from: RawBuilder<unknown>) => sql`regexp_replace(${from}, '...', '\\&' || chr(10), 'g')`;
  const pieces = sql`string_to_array(${cut(text)} || chr(10) || ${cut(sql`substr(${text}, 2)`)}
      || chr(10) || ${cut(sql`substr(${text}, 3)`)}, chr(10))`;
  const wanted = letters.slice(PIECE - 1).map((_, at) => letters.slice(at, at + PIECE).join(''));
  return sql`(${pieces} @> ${wanted}::text[] and ${isThere} or ${or})`;
}

/**
 * Lets the transaction join what several indexes find. PostgreSQL otherwise looks at every row for prefixes of several
 * columns, because connections plan for answers that come off one index.
 */
export async function joinIndexes(db: Db): Promise<void> {
  if (!isSqlite(db)) await sql`set local enable_bitmapscan = on`.execute(db);
}

/**
 * Whether one of several conditions holds, each of which an index answers. SQLite would read every row that one of them
 * finds; this way it reads the indexes alone, also of several such conditions that have to hold together. With `isWalked`
 * it does not start from what they find, but asks of each row whether it is among it: for the first of many in an order.
 */
export function foundByAny(
  db: Db,
  table: string,
  conditions: RawBuilder<boolean>[],
  { isWalked }: { isWalked: boolean },
): RawBuilder<boolean> {
  if (!isSqlite(db)) return sql`(${sql.join(conditions, sql` or `)})`;
  const found = conditions.map((condition) => sql`select rowid from ${sql.table(table)} where ${condition}`);
  return sql`${rowOf(table, isWalked)} in (${sql.join(found, sql` union all `)})`;
}

const rowOf = (table: string, isWalked: boolean) =>
  isWalked ? sql`+${sql.table(table)}.rowid` : sql`${sql.table(table)}.rowid`;

/**
 * Up to how many matches of some such conditions together are faster found and sorted than met with on the way through
 * every row in an order. Of several conditions SQLite looks up each row that the first one finds.
 */
export function mostToSort(db: Db, conditions: number): number {
  return isSqlite(db) && conditions > 1 ? 1000 : 5000;
}

/** The weekday of a local calendar date: 0 for Sunday. */
export function weekdayOf(db: Db, date: RawBuilder<unknown>): RawBuilder<number> {
  return isSqlite(db)
    ? sql`cast(strftime('%w', ${date}) as integer)`
    : sql`extract(dow from ${date}::date)::integer`;
}

// After every letter that a text can continue with.
const LAST = '\u{10FFFF}';

/**
 * Whether a column begins with a piece, whatever the case of their letters (on SQLite, of Latin ones);
 * `createPrefixIndex` makes it fast.
 */
export function startsWith(db: Db, column: RawBuilder<unknown>, piece: string): RawBuilder<boolean> {
  const key = isSqlite(db) ? sql`lower(${column})` : sql`lower(${column}) collate "C"`;
  const from = lowered(db, piece);
  return sql`(${key} >= ${from} and ${key} < ${from + LAST})`;
}

/** A text as the engine's `lower` writes it. */
export function lowered(db: Db, text: string): string {
  return isSqlite(db) ? text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text.toLowerCase();
}
