import { BILLS, type Bill } from './bill-list.ts';
import type { Day } from './days.ts';
import type { Random } from './random.ts';
import type { DayRow } from './rows.ts';

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

export function isDue({ on, months }: Bill, day: Day): boolean {
  if (months && !months.includes(day.month)) return false;
  return on === 'last' ? day.isMonthEnd : on === day.day;
}
