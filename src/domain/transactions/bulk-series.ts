import { localNow } from '../calendar.ts';
import { chunksOf } from '../chunks.ts';
import type { SignedIn } from '../context.ts';
import type { Selection } from './bulk-selection.ts';
import { couldBeId } from './could-be-id.ts';
import { filterOf } from './filter.ts';
import { findTransactionsOf, sumTransactions } from './queries.ts';
import { ROWS_AT_ONCE } from './rows-at-once.ts';

/** How many of a selection belong to a recurring series. */
export async function countOccurrencesOf(
  { db, viewer, now }: SignedIn,
  selection: Selection,
): Promise<number> {
  let count = 0;
  if ('ids' in selection) {
    for (const chunk of chunksOf(selection.ids.filter(couldBeId), ROWS_AT_ONCE))
      for (const { template_id } of await findTransactionsOf(db, viewer.id, chunk))
        if (template_id !== null) count += 1;
    return count;
  }
  const filter = filterOf(selection.filter, localNow(now, viewer.preferences.timezone).date);
  if (filter.recurring === false) return 0;
  for (const sum of await sumTransactions(db, viewer.id, { ...filter, recurring: true })) count += sum.count;
  return count;
}
