/** The sizes of an amount and the limit in minor units below which each ends (specification, section 9). */
const SIZES = [
  ['micro', 1_000],
  ['small', 5_000],
  ['medium', 20_000],
  ['large', 100_000],
  ['huge', Number.POSITIVE_INFINITY],
] as const;

export type Size = (typeof SIZES)[number][0];

export const SIZE_NAMES: readonly Size[] = SIZES.map(([name]) => name);

/** The size of an amount in minor units. */
export function sizeOf(amount: number): Size {
  return SIZES.find(([, end]) => amount < end)?.[0] ?? 'huge';
}

/** The amounts of a size in minor units, both ends included; open above the largest. */
export function amountsOf(size: Size): { from: number; to: number | undefined } {
  const place = SIZE_NAMES.indexOf(size);
  const [, end = 0] = SIZES[place] ?? [];
  const [, start = 0] = SIZES[place - 1] ?? [];
  return { from: start, to: Number.isFinite(end) ? end - 1 : undefined };
}
