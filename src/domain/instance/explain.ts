import type { Db } from '../../db/open.ts';
import type { Engine } from '../../db/tables.ts';
import { explain } from './instance.queries.ts';

/** The plan of a statement, a line a step; null where the engine does not tell. */
export function explainStatement(db: Db, engine: Engine, statement: string): Promise<string[] | null> {
  return explain(db, engine, statement);
}
