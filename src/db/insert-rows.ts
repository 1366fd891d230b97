import { type Compilable, type InsertQueryBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';
import { prepared, preparedForRows } from './prepared.ts';
import type { Tables } from './tables.ts';

type Column<Table extends keyof Tables> = keyof Tables[Table] & string;

type Inserted<Table extends keyof Tables> = Pick<Tables[Table], Column<Table>>;

/**
 * Inserts any number of rows. PostgreSQL receives them as one JSON text, because parsing thousands of placeholders
 * takes longer than executing the statement.
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

/** As JSON writes half of a surrogate pair, which PostgreSQL refuses. */
const HALF_PAIR = /\\ud[89a-f]/;

/** Without what is null, which half of a row may be, and which takes as long to read. */
function jsonOf(rows: readonly object[], columns: readonly string[]): string {
  const json = JSON.stringify(
    rows.map((row) => {
      const values = row as Record<string, unknown>;
      const present: typeof values = {};
      for (const column of columns) if (values[column] !== null) present[column] = values[column];
      return present;
    }),
  );
  if (!HALF_PAIR.test(json)) return json;
  // It becomes U+FFFD, as in any other statement.
  return JSON.stringify(
    JSON.parse(json, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value)),
  );
}

/** Rows per statement: with eighteen columns, within the parameter limits of both engines. */
const ROWS_PER_STATEMENT = 500;

export function chunksOf<Value>(values: readonly Value[]): Value[][] {
  const chunks: Value[][] = [];
  for (let from = 0; from < values.length; from += ROWS_PER_STATEMENT)
    chunks.push(values.slice(from, from + ROWS_PER_STATEMENT));
  return chunks;
}
