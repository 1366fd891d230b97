import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

class Slot {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query that is built and compiled once an engine and then only filled in: for those few that every request runs.
 * `build` gets a placeholder for each argument and may use it anywhere a value may stand.
 */
export function prepared<Args extends string[], Row>(
  build: (db: Kysely<Tables>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Tables>, ...args: Args) => Promise<Row[]> {
  const compiled = new WeakMap<object, { sql: string; parameters: readonly unknown[] }>();
  return async (db, ...args) => {
    const engine = db.getExecutor().adapter.constructor;
    let query = compiled.get(engine);
    if (!query) {
      const slots = args.map((_, index) => new Slot(index)) as unknown as Args;
      query = build(db, ...slots).compile();
      compiled.set(engine, query);
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? args[value.index] : value));
    return (await db.executeQuery<Row>(CompiledQuery.raw(query.sql, parameters))).rows;
  };
}
