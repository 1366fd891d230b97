import type { TransactionRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { untimedAmong } from '../ledger/untimed.queries.ts';

/** Whether somebody said the time of a transaction: files have none, and opening balances are of a whole day. */
export async function hasTime(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  row: Pick<TransactionRow, 'id' | 'time' | 'category_id'>,
): Promise<boolean> {
  return !(await untimedAmong(db, viewer.id, [row])).has(row.id);
}
