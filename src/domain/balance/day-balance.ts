import { isDate, startOfMonth, startOfWeek } from '../calendar.ts';
import type { Reading } from '../context.ts';
import type { Figures } from '../ledger/figures.ts';
import { balanceDetails } from './read-balance.ts';

const PERIODS = ['daily', 'weekly', 'monthly', 'yearly', 'total'] as const;

/** The figures of a period that ends with a chosen day. */
export interface PeriodFigures {
  period: (typeof PERIODS)[number];
  figures: Figures;
  /** The dates of the transactions that were added up; without `from`, all before `to` too. */
  from: string | undefined;
  to: string;
}

/** The balance panel: a chosen day, its week, month and year so far, and all time. */
export interface DayPanel {
  date: string;
  periods: PeriodFigures[];
}

/** Reads the balance panel of a day. */
export async function readDayPanel(context: Reading, date: string): Promise<DayPanel> {
  const details = await balanceDetails(context, date);
  const week = startOfWeek(date, context.viewer.preferences.week_start);
  const starts = {
    daily: date,
    // There is no year before 0.
    weekly: isDate(week) ? week : undefined,
    monthly: startOfMonth(date),
    yearly: `${date.slice(0, 4)}-01-01`,
    total: undefined,
  };
  return {
    date,
    periods: PERIODS.map((period) => ({
      period,
      figures: details[period],
      from: starts[period],
      to: date,
    })),
  };
}
