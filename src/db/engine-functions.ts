import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db } from './open.ts';

// Functions that both engines have under different names.

/** Whether the engine is SQLite rather than PostgreSQL. */
export function isSqlite(db: Pick<Db, 'getExecutor'>): boolean {
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

/**
 * Lets the transaction join what several indexes find. PostgreSQL otherwise looks at every row for prefixes of several
 * columns, because connections plan for answers that come off one index.
 */
export async function joinIndexes(db: Db): Promise<void> {
  if (!isSqlite(db)) await sql`set local enable_bitmapscan = on`.execute(db);
}

/**
 * How rows that meet a condition are looked for: it is what they are `found` by, in indexes; or, for the first of many in
 * an order, each row that is `walked` through is looked up among them; or each of a few other rows is `asked` itself.
 */
export type Looking = 'found' | 'walked' | 'asked';

/** The number of a row of SQLite; of one that is walked through, not what its search starts from. */
export function rowOf(table: string, looking: Looking): RawBuilder<number> {
  return looking === 'walked' ? sql`+${sql.table(table)}.rowid` : sql`${sql.table(table)}.rowid`;
}

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

/** Whether a column that is sorted letter by letter begins with a piece; an index of it makes that fast. */
export function startsWith(column: RawBuilder<unknown>, piece: string): RawBuilder<boolean> {
  return sql`(${column} >= ${piece} and ${column} < ${piece + LAST})`;
}
