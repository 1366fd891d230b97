import type { Day } from './days.ts';
import type { Random } from './random.ts';
import type { DayRow } from './rows.ts';
import { readTable } from './tables.ts';

/** `on` is a holiday, or a month and a day: `02-29`. */
const OCCASIONS = readTable('occasions').map((row) => ({
  ...row,
  from: Number(row.from),
  to: Number(row.to),
})) as unknown as (DayRow & { on: string; from: number; to: number })[];

/** Yearly: holidays of the Hebrew calendar, birthdays, journeys. */
export function occasionsOf({ date, holiday }: Day, random: Random): DayRow[] {
  return OCCASIONS.filter(({ on }) => on === holiday || on === date.slice(5)).map(
    ({ on: _on, from, to, ...occasion }) => ({ ...occasion, amount: random.whole(from, to) }),
  );
}
