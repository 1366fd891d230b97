import type { TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../transact.ts';
import { findKnown, insertSkipped } from './queries.ts';

/** Notes of deleted transactions of one person which occurrences they were, so that none of them is made again. */
export async function leaveOut(tx: Tx, rows: TransactionRow[]): Promise<void> {
  const dates = rows.flatMap(({ user_id, template_id, occurrence_date: date }) =>
    template_id !== null && date !== null ? [{ user_id, template_id, date }] : [],
  );
  const [first] = dates;
  if (!first) return;
  const known = await findKnown(tx, first.user_id, [...new Set(dates.map((row) => row.template_id))]);
  await insertSkipped(
    tx,
    dates.filter(({ template_id }) => known.has(template_id)),
  );
}
