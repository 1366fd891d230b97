import type { Day } from './days.ts';
import type { Random } from './random.ts';
import type { DayRow } from './rows.ts';
import { numbersIn, readTable } from './tables.ts';

/** Amounts in minor units. */
export interface Bill extends DayRow {
  on: number | 'last';
  /** 1 to 12; every month by default. */
  months: readonly number[] | undefined;
  /** How far the amount may vary up or down. */
  spread: number;
  recurs: boolean;
}

export const BILLS = readTable('bills').map(({ on, months, amount, spread, recurs, ...row }) => ({
  ...row,
  on: on === 'last' ? on : Number(on),
  months: numbersIn(months),
  amount: Number(amount),
  spread: Number(spread),
  recurs: recurs === 'yes',
})) as unknown as readonly Bill[];

export function billsOf(day: Day, random: Random): DayRow[] {
  return BILLS.filter((bill) => isDue(bill, day)).map(
    ({ on: _on, months: _months, recurs: _recurs, spread, ...row }) => ({
      ...row,
      amount: row.amount + (spread > 0 ? random.whole(-spread, spread) : 0),
    }),
  );
}

export function isDue({ on, months }: Bill, day: Day): boolean {
  if (months && !months.includes(day.month)) return false;
  return on === 'last' ? day.isMonthEnd : on === day.day;
}
