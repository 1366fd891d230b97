import type { Dates } from '../../../domain/analytics/periods.ts';
import { rowsHref } from '../../analytics/_rows-href.ts';
import type { Given } from '../../transactions/_list/list-address.ts';

/** The list of exactly a category's transactions in a period. */
export function categoryHref(
  { id, type }: { id: string; type: 'expense' | 'income' },
  dates: Dates,
  given: Given = {},
): string {
  return rowsHref(dates, { type, category: id, ...given });
}
