import { plusDays } from '../calendar.ts';
import type { PeriodTotal } from '../ledger/totals.queries.ts';

/** One calendar day, minor units. */
export interface DayFigures {
  date: string;
  income: number;
  expenses: number;
  net: number;
}

/** Every day of a range, including those without transactions; opening balances are left out. */
export function figuresByDay(totals: PeriodTotal[], from: string, to: string): DayFigures[] {
  const days = new Map<string, DayFigures>();
  for (let date = from; ; date = plusDays(date, 1)) {
    days.set(date, { date, income: 0, expenses: 0, net: 0 });
    // Checked here and not in the condition of the loop, because the day after 9999-12-31 would sort before it.
    if (date >= to) break;
  }
  for (const { period, type, amount } of totals) {
    const day = days.get(period);
    if (!day || type === 'opening') continue;
    day[type === 'income' ? 'income' : 'expenses'] += amount;
    day.net = day.income - day.expenses;
  }
  return [...days.values()];
}
