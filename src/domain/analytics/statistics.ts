export function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of the two middle values if their number is even; 0 without values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 === 1 ? [sorted[half], sorted[half]] : sorted.slice(half - 1);
  return (low + high) / 2;
}

/** The coefficient of variation: the deviation of a population as a share of its mean; 0 if the mean is 0. */
export function volatilityOf(amounts: readonly number[]): number {
  const mean = meanOf(amounts);
  if (mean === 0) return 0;
  return Math.sqrt(meanOf(amounts.map((amount) => (amount - mean) ** 2))) / mean;
}

/** The nearest whole number; the sum turns −0, which formats differently, into 0. */
export function wholeOf(value: number): number {
  return Math.round(value) + 0;
}

/** The difference of each pair of values, later minus earlier, and their distance in steps. */
function pairsOf(values: readonly number[], positions: readonly number[]): { rise: number; steps: number }[] {
  const positionOf = (index: number) => positions[index] ?? index;
  return values.flatMap((later, index) =>
    values.slice(0, index).map((earlier, start) => ({
      rise: later - earlier,
      steps: positionOf(index) - positionOf(start),
    })),
  );
}

/**
 * The slope of a line through values, by default at equal steps, as the median of the slopes of all pairs (Theil 1950,
 * Sen 1968): up to 29 % outliers do not move it far. 0 for fewer than two values.
 */
export function slopeOf(values: readonly number[], positions: readonly number[] = []): number {
  return medianOf(pairsOf(values, positions).map(({ rise, steps }) => rise / steps));
}

/**
 * Whether values at equal steps rise or fall more steadily than chance explains, by the test of Mann (1945) and Kendall
 * with its normal approximation, correction for ties and for continuity; two-sided, at 5 %.
 */
export function hasTrend(values: readonly number[]): boolean {
  const score = pairsOf(values, []).reduce((sum, { rise }) => sum + Math.sign(rise), 0);
  const weight = (count: number) => count * (count - 1) * (2 * count + 5);
  const ties = Object.values(Object.groupBy(values, String)).map((tied) => tied?.length ?? 0);
  const variance = (weight(values.length) - ties.reduce((sum, count) => sum + weight(count), 0)) / 18;
  return variance > 0 && (Math.abs(score) - 1) / Math.sqrt(variance) > 1.96;
}
