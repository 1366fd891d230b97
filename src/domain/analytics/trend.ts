export type Trend = 'increasing' | 'decreasing' | 'stable';

/** The smallest change that counts, as a share of the earlier half. */
const NOTABLE = 0.1;

/** The trend of amounts of whole months (oldest first, minor units): the later half compared with the earlier one. */
export function trendOf(amounts: readonly number[]): Trend {
  const half = Math.floor(amounts.length / 2);
  const sum = (part: readonly number[]) => part.reduce((whole, amount) => whole + amount, 0);
  const before = sum(amounts.slice(0, half));
  const change = sum(amounts.slice(amounts.length - half)) - before;
  if (Math.abs(change) <= before * NOTABLE) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}
