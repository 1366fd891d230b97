import { endOfMonth, plusMonths, startOfMonth } from '../calendar.ts';
import type { Dates } from './periods.ts';
import { hasTrend } from './statistics.ts';

export type Trend = 'increasing' | 'decreasing' | 'stable';

/** The fewest months that can show a trend. */
export const TREND_MONTHS = 2;

/** The fewest transactions that can show a trend. */
const TREND_TRANSACTIONS = 3;

export function missingForTrend({ months, transactions }: { months: number; transactions: number }) {
  if (months < TREND_MONTHS) return 'few_months';
  return transactions < TREND_TRANSACTIONS ? 'few_transactions' : null;
}

/** The smallest notable change as a share of the earlier half, and the smallest one of a steady rise or fall. */
const NOTABLE = 0.1;
const NOTABLE_STEADY = 0.02;

/**
 * Compares the later half of the amounts of whole months (oldest first, minor units) with the earlier one. A tenth is
 * notable, and less if it is not chance: 2 % a month make a quarter in a year.
 */
export function trendOf(amounts: readonly number[]): Trend {
  const { earlier, later } = halfSums(amounts);
  const change = later - earlier;
  const notable = hasTrend(amounts) ? NOTABLE_STEADY : NOTABLE;
  if (Math.abs(change) <= earlier * notable) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}

export function trendHalves({ from, to }: Dates, months: number): { earlier: Dates; later: Dates } {
  const monthsAfterFirst = Math.floor(months / 2) - 1;
  return {
    earlier: { from, to: endOfMonth(plusMonths(from, monthsAfterFirst)) },
    later: { from: plusMonths(startOfMonth(to), -monthsAfterFirst), to },
  };
}

/** The sums of the two halves; the middle amount of an odd number is in neither. */
export function halfSums(amounts: readonly number[]): { earlier: number; later: number } {
  const half = Math.floor(amounts.length / 2);
  const sum = (part: readonly number[]) => part.reduce((whole, amount) => whole + amount, 0);
  return { earlier: sum(amounts.slice(0, half)), later: sum(amounts.slice(amounts.length - half)) };
}
