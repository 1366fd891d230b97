/** One line of a benchmark's output. */
export interface Figure {
  bench: string;
  page?: string;
  figure: string;
  value: number;
  unit: 'bytes' | 'count' | 'ms' | 'per_second' | 'ratio';
}

/** As a line of JSON, rounded to meaningful digits. */
export function report(figure: Figure): void {
  const value = Number(figure.value.toPrecision(4));
  process.stdout.write(
    `${JSON.stringify({ ...figure, value: Number.isInteger(figure.value) ? figure.value : value })}\n`,
  );
}

/** Of an even number of values, the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('Nothing was measured.');
  return (low + high) / 2;
}

/** The value that a share of all values (0.99) does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const value = sorted[Math.ceil(share * sorted.length) - 1];
  if (value === undefined) throw new RangeError('Nothing was measured.');
  return value;
}
