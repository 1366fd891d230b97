import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely';

// Functions whose names differ between the engines.

type Db = Pick<Kysely<unknown>, 'getExecutor'>;

export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/** Tests membership in a list of any length, passed as one parameter because a statement accepts only so many. */
export function isAmong(db: Db, value: RawBuilder<unknown>, others: readonly string[]): RawBuilder<boolean> {
  return isSqlite(db)
    ? sql`${value} in (select value from json_each(${JSON.stringify(others)}))`
    : sql`${value} = any(${others}::text[])`;
}

/** Faster than `like`, whose time grows with the product of both lengths. */
export function contains(db: Db, text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const position = sql.raw(isSqlite(db) ? 'instr' : 'strpos');
  return sql`${position}(${text}, ${part}) > 0`;
}

/** 0 for Sunday. */
export function weekdayOf(db: Db, date: RawBuilder<unknown>): RawBuilder<number> {
  return isSqlite(db)
    ? sql`cast(strftime('%w', ${date}) as integer)`
    : sql`extract(dow from ${date}::date)::integer`;
}
