import type { Slot } from '../../domain/analytics/overview.ts';
import type { Dates } from '../../domain/analytics/periods.ts';
import type { Format } from '../../i18n/format.ts';
import { rowsHref } from './_rows-href.ts';

/** The rows of a chart of expenses by hour, weekday or day of the month. */
export function slotRows(
  slots: readonly Slot[],
  dates: Dates,
  format: Format,
  describe: { name: (slot: number) => string; filter: 'hour' | 'weekday' | 'monthDay' },
) {
  return slots.map(({ slot, expenses, count }) => ({
    label: describe.name(slot),
    href: count > 0 ? rowsHref(dates, { [describe.filter]: String(slot) }) : undefined,
    values: [{ size: expenses, text: format.money(expenses) }, { text: format.count(count) }],
  }));
}
