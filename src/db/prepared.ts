import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

interface Compiled {
  sql: string;
  parameters: readonly unknown[];
}

/**
 * Compiles a query once per engine, for the few that every request runs; with a plugin once for it. `build` receives a placeholder for each
 * argument, usable wherever a value is allowed.
 */
export function prepared<Args extends string[], Row>(
  build: (db: Kysely<Tables>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Tables>, ...args: Args) => Promise<Row[]> {
  const compiled = new WeakMap<object, Compiled>();
  return async (db, ...args) => {
    const { adapter, plugins } = db.getExecutor();
    const engine = plugins[0] ?? adapter.constructor;
    let query = compiled.get(engine);
    if (!query) {
      const slots = args.map((_, index) => new Slot(index)) as unknown as Args;
      query = build(db, ...slots).compile();
      compiled.set(engine, query);
    }
    return execute<Row>(db, query, args);
  };
}

/**
 * The number of rows of the next statement. Few different numbers keep few statements cached; the largest stays below
 * SQLite's 32,766 values for rows of up to 65 columns.
 */
function rowsAtOnce(rowsLeft: number): number {
  if (rowsLeft >= 500) return 500;
  return rowsLeft >= 100 ? 100 : Math.min(rowsLeft, 24);
}

/**
 * Executes a statement for any number of rows in batches, compiled once per batch size. `build` receives rows of
 * placeholders, each with exactly the `columns`.
 */
export function preparedForRows<Row extends object, Column extends keyof Row & string, Result>(
  columns: readonly Column[],
  build: (db: Kysely<Tables>, rows: Pick<Row, Column>[]) => Compilable<Result>,
): (db: Kysely<Tables>, rows: readonly Pick<Row, Column>[]) => Promise<Result[]> {
  const compiled = new WeakMap<object, Map<number, Compiled>>();
  return async (db, rows) => {
    const engine = db.getExecutor().adapter.constructor;
    const compiledBySize = compiled.get(engine) ?? new Map<number, Compiled>();
    compiled.set(engine, compiledBySize);
    const results: Result[] = [];
    for (let start = 0; start < rows.length; ) {
      const slice = rows.slice(start, start + rowsAtOnce(rows.length - start));
      start += slice.length;
      const query = compiledBySize.get(slice.length) ?? build(db, blankRows(columns, slice.length)).compile();
      compiledBySize.set(slice.length, query);
      const values = slice.flatMap((row) => columns.map((column) => row[column]));
      results.push(...(await execute<Result>(db, query, values)));
    }
    return results;
  };
}

function blankRows<Row extends object>(columns: readonly (keyof Row)[], count: number): Row[] {
  return Array.from(
    { length: count },
    (_, row) =>
      Object.fromEntries(
        columns.map((column, position) => [column, new Slot(row * columns.length + position)]),
      ) as Row,
  );
}

async function execute<Row>(db: Kysely<Tables>, query: Compiled, values: readonly unknown[]): Promise<Row[]> {
  const parameters = query.parameters.map((value) => (value instanceof Slot ? values[value.index] : value));
  return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows;
}
