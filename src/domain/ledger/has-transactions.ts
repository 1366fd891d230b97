import type { Db } from '../../db/open.ts';
import { sumFigures } from './totals.queries.ts';

/** Whether a person has any transaction, past or upcoming. */
export async function hasTransactions({ db, viewer }: { db: Db; viewer: { id: string } }): Promise<boolean> {
  return (await sumFigures(db, viewer.id, {})).count > 0;
}
