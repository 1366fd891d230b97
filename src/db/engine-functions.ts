import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';

// Functions that both engines have under different names.

type Db = Pick<Kysely<unknown>, 'getExecutor'>;

export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** Whether a value is among others, however many: they are one parameter, of which a statement takes only so many. */
export function isAmong(db: Db, value: RawBuilder<unknown>, others: readonly string[]): RawBuilder<boolean> {
  const elements = sql.raw(isSqlite(db) ? 'json_each' : 'json_array_elements_text');
  return sql`${value} in (select value from ${elements}(${JSON.stringify(others)}))`;
}

/** Whether a text contains another, letter for letter; the time of `like` grows with the product of their lengths. */
export function contains(db: Db, text: RawBuilder<unknown>, piece: string): RawBuilder<boolean> {
  const position = sql.raw(isSqlite(db) ? 'instr' : 'strpos');
  return sql`${position}(${text}, ${piece}) > 0`;
}

/** The weekday of a local calendar date: 0 for Sunday. */
export function weekdayOf(db: Db, date: RawBuilder<unknown>): RawBuilder<number> {
  return isSqlite(db)
    ? sql`cast(strftime('%w', ${date}) as integer)`
    : sql`extract(dow from ${date}::date)::integer`;
}
