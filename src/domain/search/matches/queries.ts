import type { Db } from '../../../db/open.ts';
import type { SearchTotalRow } from '../../../db/tables.ts';
import { monthOf } from '../../calendar.ts';
import type { Filter } from '../../transactions/filter.ts';

export type MonthOfWord = Pick<SearchTotalRow, 'word_id' | 'month' | 'type' | 'count' | 'records'>;

/** The records of words in the months that a filter reaches into. */
export function findRecords(
  db: Db,
  userId: string,
  words: string[],
  { from, to, type }: Pick<Filter, 'from' | 'to' | 'type'>,
): Promise<MonthOfWord[]> {
  let query = db
    .selectFrom('search_totals')
    .select(['word_id', 'month', 'type', 'count', 'records'])
    .where('user_id', '=', userId)
    .where('word_id', 'in', words);
  if (from) query = query.where('month', '>=', monthOf(from));
  if (to) query = query.where('month', '<=', monthOf(to));
  if (type) query = query.where('type', '=', type);
  return query.execute();
}
