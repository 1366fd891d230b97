import type { Dates } from '../../domain/analytics/periods.ts';
import { type Given, listHref } from '../transactions/_list/list-address.ts';

/** The list of exactly the transactions of a period that have these properties; by default the expenses. */
export function rowsHref({ from, to }: Dates, given: Given = {}): string {
  return listHref({ type: 'expense', dateFrom: from, dateTo: to, ...given });
}
