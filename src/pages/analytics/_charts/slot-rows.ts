import type { Slot } from '../../../domain/analytics/period-figures.ts';
import type { Dates } from '../../../domain/analytics/periods.ts';
import type { Format } from '../../../i18n/format.ts';
import { rowsHref } from '../_rows-href.ts';

/** The rows of a table of expenses by hour, weekday or day of the month; without bars where they are `drawn` beside it. */
export function slotRows(
  slots: readonly Slot[],
  dates: Dates,
  format: Format,
  describe: { name: (slot: number) => string; filter: 'hour' | 'weekday' | 'monthDay'; drawn?: boolean },
) {
  return slots.map(({ slot, expenses, count }) => ({
    label: describe.name(slot),
    point: `${describe.filter}:${slot}`,
    href: rowsHref(dates, { [describe.filter]: String(slot) }),
    values: [
      { size: describe.drawn ? undefined : expenses, text: format.money(expenses) },
      { text: format.count(count) },
    ],
  }));
}
