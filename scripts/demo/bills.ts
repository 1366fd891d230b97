import { BILLS } from './bill-list.ts';
import type { Day } from './days.ts';
import type { DayRow } from './household.ts';
import type { Random } from './random.ts';

/** A regular income or bill; amounts in minor units. */
export interface Bill extends Omit<DayRow, 'amount' | 'notes'> {
  /** A day of the month, or its last one. */
  on: number | 'last';
  /** Its months, 1 to 12; every month by default. */
  months?: readonly number[];
  amount: number;
  /** How far the amount may vary up or down. */
  spread?: number;
  notes?: string;
  /** Whether the household has a recurring template for it. */
  recurs?: true;
}

/** The regular income and bills of a day. */
export function billsOf(day: Day, random: Random): DayRow[] {
  return BILLS.filter((bill) => isDue(bill, day)).map((bill) => ({
    type: bill.type,
    amount: bill.amount + (bill.spread ? random.whole(-bill.spread, bill.spread) : 0),
    description: bill.description,
    merchant_name: bill.merchant_name,
    category: bill.category,
    time: bill.time,
    notes: bill.notes ?? null,
  }));
}

/** Whether a bill is due on a day. */
export function isDue({ on, months }: Bill, day: Day): boolean {
  if (months && !months.includes(day.month)) return false;
  return on === 'last' ? day.isMonthEnd : on === day.day;
}
