import { endOfMonth, plusMonths, startOfMonth } from '../calendar.ts';
import type { Dates } from './periods.ts';
import { hasTrend } from './statistics.ts';

export type Trend = 'increasing' | 'decreasing' | 'stable';

/** The halves and slopes of fewer months say nothing. */
export const TREND_MONTHS = 2;

/** Of fewer transactions the halves say nothing either. */
const TREND_TRANSACTIONS = 3;

/** What there is too little of to tell a trend from; null where there is enough. */
export function missingForTrend({ months, transactions }: { months: number; transactions: number }) {
  if (months < TREND_MONTHS) return 'few_months';
  return transactions < TREND_TRANSACTIONS ? 'few_transactions' : null;
}

/** The smallest change that counts, as a share of the earlier half; and where the months rise or fall steadily. */
const NOTABLE = 0.1;
const NOTABLE_STEADY = 0.02;

/**
 * The trend of amounts of whole months (oldest first, minor units): the later half compared with the earlier one. A tenth
 * counts, and less where it is no chance: 2 % a month are a quarter more in a year.
 */
export function trendOf(amounts: readonly number[]): Trend {
  const { earlier, later } = halfSums(amounts);
  const change = later - earlier;
  const notable = hasTrend(amounts) ? NOTABLE_STEADY : NOTABLE;
  if (Math.abs(change) <= earlier * notable) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}

/** The whole months that a trend compares; of an odd number the one in the middle is in neither half. */
export function trendHalves({ from, to }: Dates, months: number): { earlier: Dates; later: Dates } {
  const rest = Math.floor(months / 2) - 1;
  return {
    earlier: { from, to: endOfMonth(plusMonths(from, rest)) },
    later: { from: plusMonths(startOfMonth(to), -rest), to },
  };
}

/** What the two halves of amounts add up to; of an odd number the one in the middle is in neither. */
export function halfSums(amounts: readonly number[]): { earlier: number; later: number } {
  const half = Math.floor(amounts.length / 2);
  const sum = (part: readonly number[]) => part.reduce((whole, amount) => whole + amount, 0);
  return { earlier: sum(amounts.slice(0, half)), later: sum(amounts.slice(amounts.length - half)) };
}
