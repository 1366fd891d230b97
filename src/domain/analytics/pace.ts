import { type Currency, DEFAULT_CURRENCY } from '../../i18n/currencies.ts';
import { endOfMonth, monthOf, plusMonths, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { growthOf } from '../growth.ts';
import { type PeriodTotal, totalsByDay } from '../ledger/totals.queries.ts';
import { roundedTo } from '../money.ts';
import { NEEDED_MONTHS } from './health.ts';
import { medianOf } from './statistics.ts';

/** How many complete months say what is usual. */
const MONTHS = 6;

/** The smallest difference from the usual spending that counts, as a share of it. */
const NOTABLE = 0.1;

export type PaceWord = 'ahead' | 'usual' | 'behind';

/** This month's spending beside how a usual month runs; minor units. */
export interface Pace {
  day: number;
  /** What has been spent from the first of the month up to today. */
  spent: number;
  /** The median of what the months before had spent up to the same day. */
  usual: number;
  word: PaceWord;
  /** The difference from the usual, as a share of it; null where a share says nothing. */
  change: number | null;
  months: number;
  /** Every day of the month: what had been spent up to its end, null after today, and what is usual. */
  days: { date: string; spent: number | null; usual: number }[];
}

export type PaceResult = { pace: Pace } | { missingMonths: number };

/** Reads the expenses of this month and of up to six before it; `first` begins the first complete one. */
export async function readPace(
  { db, viewer }: Reading,
  { today, first }: { today: string; first: string | null },
): Promise<PaceResult> {
  const starts = monthsBefore(today, first);
  const [from = startOfMonth(today)] = starts;
  return paceOf(await totalsByDay(db, viewer.id, from, today), today, starts, viewer.currency);
}

function monthsBefore(today: string, first: string | null): string[] {
  const thisMonth = startOfMonth(today);
  return Array.from({ length: MONTHS }, (_, place) => plusMonths(thisMonth, place - MONTHS)).filter(
    (start) => first !== null && start >= first,
  );
}

/**
 * How this month's spending runs. A month that is shorter counts whole on the days that it does not have, and every month
 * counts whole on the last day of this one.
 * @param totals the sums of days, in any order; what is not an expense does not count
 * @param starts the first days of the complete months to compare with
 */
export function paceOf(
  totals: readonly Pick<PeriodTotal, 'period' | 'type' | 'amount'>[],
  today: string,
  starts: readonly string[],
  currency: Currency = DEFAULT_CURRENCY,
): PaceResult {
  if (starts.length < NEEDED_MONTHS) return { missingMonths: NEEDED_MONTHS - starts.length };
  const expenses = new Map<string, number>();
  for (const { period, type, amount } of totals)
    if (type === 'expense') expenses.set(period, (expenses.get(period) ?? 0) + amount);
  const past = starts.map((start) => runningSums(start, expenses));
  const day = Number(today.slice(8));
  const present = runningSums(today, expenses);
  const days = present.map((spent, place) => ({
    date: dayOf(today, place + 1),
    spent: place < day ? spent : null,
    // Sums are amounts of the currency; the median of an even number of them may not be.
    usual: roundedTo(
      currency,
      medianOf(
        past.map((sums) => (place === present.length - 1 ? undefined : sums[place]) ?? sums.at(-1) ?? 0),
      ),
    ),
  }));
  const { spent, usual } = days[day - 1] ?? { spent: 0, usual: 0 };
  return { pace: { day, ...compared(spent ?? 0, usual), months: starts.length, days } };
}

function compared(spent: number, usual: number): Pick<Pace, 'spent' | 'usual' | 'word' | 'change'> {
  const { change } = growthOf(spent, usual);
  const apart = change ?? Math.sign(spent - usual);
  return { spent, usual, change, word: apart > NOTABLE ? 'ahead' : apart < -NOTABLE ? 'behind' : 'usual' };
}

/** What had been spent at the end of each day of a date's month. */
function runningSums(date: string, expenses: ReadonlyMap<string, number>): number[] {
  let sum = 0;
  return Array.from({ length: Number(endOfMonth(date).slice(8)) }, (_, place) => {
    sum += expenses.get(dayOf(date, place + 1)) ?? 0;
    return sum;
  });
}

const dayOf = (date: string, day: number) => `${monthOf(date)}-${String(day).padStart(2, '0')}`;
