import { type Currency, DEFAULT_CURRENCY } from '../../i18n/currencies.ts';
import { endOfMonth, monthOf, plusMonths, startOfMonth, todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { growthOf } from '../growth.ts';
import { recordedSince } from '../ledger/recorded-since.ts';
import { type PeriodTotal, totalsByDay } from '../ledger/totals.queries.ts';
import { roundedTo } from '../money.ts';
import { NEEDED_MONTHS } from './health.ts';
import { firstCompleteMonth } from './periods.ts';
import { medianOf } from './statistics.ts';

/** How many complete months define the usual spending. */
const MONTHS = 6;

/** The smallest notable difference from the usual spending, as a share of it. */
const NOTABLE = 0.1;

export type PaceWord = 'ahead' | 'usual' | 'behind';

/** This month's spending against a usual month; minor units. */
export interface Pace {
  day: number;
  spent: number;
  usual: number;
  word: PaceWord;
  /** The difference from the usual as a share of it; null if a share is meaningless. */
  change: number | null;
  months: number;
  /** Running sums for every day of the month; `spent` is null after today. */
  days: { date: string; spent: number | null; usual: number }[];
}

export type PaceResult = { pace: Pace } | { missingMonths: number };

/** Compares this month's expenses with up to six months before it; `first` begins the first complete one. */
export async function readPace(
  { db, viewer }: Reading,
  { today, first }: { today: string; first: string | null },
): Promise<PaceResult> {
  const starts = monthsBefore(today, first);
  const [from = startOfMonth(today)] = starts;
  return paceOf(await totalsByDay(db, viewer.id, from, today), today, starts, viewer.currency);
}

/** How many more complete months it takes to say what is usual. */
export async function missingMonths(context: Reading): Promise<number> {
  const today = todayOf(context);
  const recorded = await recordedSince(context.db, context.viewer.id, today);
  const starts = monthsBefore(today, recorded && firstCompleteMonth(recorded));
  return Math.max(0, NEEDED_MONTHS - starts.length);
}

function monthsBefore(today: string, first: string | null): string[] {
  const thisMonth = startOfMonth(today);
  return Array.from({ length: MONTHS }, (_, index) => plusMonths(thisMonth, index - MONTHS)).filter(
    (start) => first !== null && start >= first,
  );
}

/**
 * Compares this month's running expenses with those of past months. A shorter month counts whole on days that it lacks,
 * and every month counts whole on the last day of this one.
 * @param totals the sums of days, in any order; only expenses count
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
  const days = present.map((spent, index) => ({
    date: dayOf(today, index + 1),
    spent: index < day ? spent : null,
    // Sums are amounts of the currency; the median of an even number of them may not be.
    usual: roundedTo(
      currency,
      medianOf(
        past.map((sums) => (index === present.length - 1 ? undefined : sums[index]) ?? sums.at(-1) ?? 0),
      ),
    ),
  }));
  const { spent, usual } = days[day - 1] ?? { spent: 0, usual: 0 };
  return { pace: { day, ...compared(spent ?? 0, usual), months: starts.length, days } };
}

function compared(spent: number, usual: number): Pick<Pace, 'spent' | 'usual' | 'word' | 'change'> {
  const { change } = growthOf(spent, usual);
  const gap = change ?? Math.sign(spent - usual);
  return { spent, usual, change, word: gap > NOTABLE ? 'ahead' : gap < -NOTABLE ? 'behind' : 'usual' };
}

function runningSums(date: string, expenses: ReadonlyMap<string, number>): number[] {
  let sum = 0;
  return Array.from({ length: Number(endOfMonth(date).slice(8)) }, (_, index) => {
    sum += expenses.get(dayOf(date, index + 1)) ?? 0;
    return sum;
  });
}

const dayOf = (date: string, day: number) => `${monthOf(date)}-${String(day).padStart(2, '0')}`;
