export type Trend = 'increasing' | 'decreasing' | 'stable';

/** What counts as a change: a tenth of what it was. */
const NOTABLE = 0.1;

/** Where amounts of whole months (oldest first, minor units) are heading: the later half beside the earlier one. */
export function trendOf(amounts: number[]): Trend {
  const half = Math.floor(amounts.length / 2);
  const sum = (part: number[]) => part.reduce((whole, amount) => whole + amount, 0);
  const before = sum(amounts.slice(0, half));
  const change = sum(amounts.slice(amounts.length - half)) - before;
  if (Math.abs(change) <= before * NOTABLE) return 'stable';
  return change > 0 ? 'increasing' : 'decreasing';
}
