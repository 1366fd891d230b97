import { type Kysely, sql } from 'kysely';

/** Tables whose rows may be many times as long as their keys: records of a month, pictures, whole answers. */
const LONG = ['search_totals', 'profile_pictures', 'idempotency_keys'];

/**
 * Gives these tables row numbers, on SQLite. In a table without, each step of looking up a key compares it with whole
 * rows: that took half of what a search or a recorded transaction cost.
 */
export const longRows = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of LONG) await giveNumbers(db, table);
  },
};

async function giveNumbers(db: Kysely<unknown>, table: string): Promise<void> {
  const { rows } = await sql<{ type: string; sql: string }>`
    select type, sql from sqlite_schema where tbl_name = ${table} and sql is not null order by type desc
  `.execute(db);
  const [made, ...indexes] = rows.map((row) => row.sql);
  const old = `${table}_without_numbers`;
  await db.schema.alterTable(table).renameTo(old).execute();
  await sql.raw(made?.replace(/ without rowid$/, '') ?? '').execute(db);
  await sql`insert into ${sql.table(table)} select * from ${sql.table(old)}`.execute(db);
  await db.schema.dropTable(old).execute();
  for (const index of indexes) await sql.raw(index).execute(db);
}
