import { type Compilable, type InsertQueryBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';
import { prepared, preparedForRows } from './prepared.ts';
import type { Tables } from './tables.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

type Inserted<Table extends keyof Tables> = Pick<Tables[Table], Column<Table>>;

/**
 * An insert of any number of rows. PostgreSQL receives them all as one JSON text, which the table's own type turns into
 * values again: it takes longer to parse a statement with thousands of placeholders than to execute it.
 * @param columns the written columns; rows may have others
 * @param finish adds the clauses after the rows: `on conflict` and `returning`
 */
export function insertRows<Table extends keyof Tables, Result = unknown>(
  table: Table,
  columns: readonly Column<Table>[],
  finish: (insert: InsertQueryBuilder<Tables, Table, unknown>) => Compilable<Result>,
): (db: Kysely<Tables>, rows: readonly Inserted<Table>[]) => Promise<Result[]> {
  const into = (db: Kysely<Tables>) =>
    db.insertInto(table as keyof Tables) as unknown as InsertQueryBuilder<Tables, Table, unknown>;
  const row = sql`null::${sql.table(table)}`;
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const fromJson = prepared((db, json: string) =>
    finish(
      into(db)
        .columns(columns)
        .expression(sql`select ${names} from json_populate_recordset(${row}, ${json}::json)`),
    ),
  );
  const fromValues = preparedForRows<Inserted<Table>, Column<Table>, Result>(columns, (db, rows) =>
    finish(into(db).values(rows as never)),
  );
  return async (db, rows) => {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return fromValues(db, rows);
    return rows.length === 0 ? [] : fromJson(db, jsonOf(rows, columns));
  };
}

// Half of a surrogate pair, which JSON would escape and PostgreSQL refuse, becomes U+FFFD as in any other statement.
function jsonOf<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row)[]): string {
  const written = rows.map((row) =>
    Object.fromEntries(
      columns.map((column) => {
        const value = row[column];
        return [column, typeof value === 'string' ? value.toWellFormed() : value];
      }),
    ),
  );
  return JSON.stringify(written);
}

/** Rows that one statement reads or writes: with eighteen columns each, fewer values than either engine can bind. */
const ROWS_AT_ONCE = 500;

/** The same values in arrays small enough for one statement. */
export function chunksOf<Value>(values: readonly Value[]): Value[][] {
  const chunks: Value[][] = [];
  for (let from = 0; from < values.length; from += ROWS_AT_ONCE)
    chunks.push(values.slice(from, from + ROWS_AT_ONCE));
  return chunks;
}
