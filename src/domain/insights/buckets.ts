import type { Observed } from './observed.ts';

/** The sizes of an expense and the minor units that each stays under (specification, section 9). */
export const BUCKETS = [
  ['micro', 1_000],
  ['small', 5_000],
  ['medium', 20_000],
  ['large', 100_000],
  ['huge', Number.POSITIVE_INFINITY],
] as const;

export type Bucket = (typeof BUCKETS)[number][0];

/** The size of an amount in minor units. */
export function bucketOf(amount: number): Bucket {
  return BUCKETS.find(([, end]) => amount < end)?.[0] ?? 'huge';
}

/** How many expenses there are of each size. */
export function spendingDistribution(transactions: readonly Observed[]): Record<Bucket, number> {
  const counts = { micro: 0, small: 0, medium: 0, large: 0, huge: 0 };
  for (const { type, amount } of transactions) if (type === 'expense') counts[bucketOf(amount)] += 1;
  return counts;
}
