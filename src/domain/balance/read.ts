import { type PartFigures, readParts, type Step, startOfPart } from '../analytics/parts.ts';
import type { Dates } from '../analytics/periods.ts';
import { isDate, plusMonths, startOfMonth, startOfWeek, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { balanceOf, type Figures } from '../ledger/figures.ts';
import { sumFigures, sumPaidBillsByDay } from '../ledger/totals.queries.ts';
import { readDeferral, shiftAt } from '../money-accounts/cards/charges.ts';
import { fromSnapshot } from '../snapshot.ts';

/** Everything dated up to `asOf` (by default today), in minor units. */
export async function readBalance(context: Reading, asOf = todayOf(context)) {
  const figures = await sumFigures(context.db, context.viewer.id, { to: asOf });
  return { ...figures, asOf, balance: balanceOf(figures) };
}

/** The opening balances in the figures of all up to a day, without paid bills of cards; minor units. */
export async function readOpenings(
  { db, viewer }: Reading,
  { opening }: Pick<Figures, 'opening'>,
  asOf: string,
): Promise<number> {
  if (opening === 0) return 0;
  const bills = await sumPaidBillsByDay(db, viewer.id, '0000', asOf);
  return bills.reduce((sum, { amount }) => sum - amount, opening);
}

/** Up to and including `date`: that day, its week, month and year so far, and all time. */
export function balanceDetails(
  context: Reading,
  date: string,
): Promise<Record<'daily' | 'weekly' | 'monthly' | 'yearly' | 'total', Figures>> {
  return fromSnapshot(context, async ({ db, viewer }) => {
    const upTo = (from?: string) => sumFigures(db, viewer.id, { from, to: date });
    return {
      daily: await upTo(date),
      weekly: await upTo(startOfWeek(date, viewer.preferences.week_start)),
      monthly: await upTo(startOfMonth(date)),
      yearly: await upTo(`${date.slice(0, 4)}-01-01`),
      total: await upTo(),
    };
  });
}

const PERIODS = ['daily', 'weekly', 'monthly', 'yearly', 'total'] as const;

export type DayPanel = Awaited<ReturnType<typeof readDayPanel>>;

export type PeriodFigures = DayPanel['periods'][number];

export async function readDayPanel(context: Reading, date: string) {
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
  const today = todayOf(context);
  const { shifts, charges } = date > today ? await readDeferral(context) : { shifts: [], charges: [] };
  const uncharged = shiftAt(shifts, date);
  return {
    date,
    /** The balance of all up to the day; after today, what is bought by card counts from the day of its charge on. */
    balance: balanceOf(details.total) + uncharged + shiftAt(charges, date),
    /** What is bought by card up to the day and charged later. */
    uncharged,
    opening: await readOpenings(context, details.total, date),
    periods: PERIODS.map((period) => ({
      period,
      figures: details[period],
      from: starts[period],
      to: date,
    })),
  };
}

/** The running balance of the last months up to today, without gaps; by month, the current one is the last. */
export function balanceHistory(context: Reading, step: Step, months: number): Promise<PartFigures[]> {
  return fromSnapshot(context, (inside) => readParts(inside, historyDates(context, step, months), step));
}

/** The first and last day of a history up to today. */
export function historyDates(context: Reading, step: Step, months: number): Dates {
  const today = todayOf(context);
  const first = plusMonths(today, step === 'monthly' ? 1 - months : -months);
  return { from: startOfPart(first, step, context.viewer.preferences.week_start), to: today };
}

/** What came and went in a period, and what there was at its end; minor units. */
export type Flow = Pick<PartFigures, 'from' | 'income' | 'expenses' | 'balance'>;
