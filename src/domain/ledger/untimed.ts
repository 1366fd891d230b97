import type { TransactionRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { sideIdOf } from '../id.ts';
import { findImported } from './imported.queries.ts';
import { isOpening } from './reserved-categories.ts';

/** The time of imported transactions: banks give no time of day. */
export const UNTIMED = '12:00';

type Row = Pick<TransactionRow, 'id' | 'time' | 'category_id'>;

/** The transactions whose time nobody entered: opening balances, and unchanged rows of files. */
export async function untimedAmong(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const openings = rows.flatMap(({ id, category_id }) => (isOpening(category_id) ? id : []));
  const likely = rows.flatMap(({ id, time }) => (time === UNTIMED ? id : []));
  if (likely.length === 0) return new Set(openings);
  // A transfer has two sides, of which the row of a file is one.
  const sides = likely.flatMap((id) => [id, sideIdOf(id)]);
  const brought = new Set(await findImported(db, viewer.id, sides));
  return new Set([...openings, ...likely.filter((id) => brought.has(id) || brought.has(sideIdOf(id)))]);
}

export const hasTime = async (context: Pick<Reading, 'db' | 'viewer'>, row: Row): Promise<boolean> =>
  !(await untimedAmong(context, [row])).has(row.id);
