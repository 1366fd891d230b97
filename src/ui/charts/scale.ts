export interface Scale {
  least: number;
  most: number;
  /** From the least to the most, all of them round. */
  ticks: number[];
}

const STEPS = [1, 2, 5, 10];

/** The least round number of the kind 1, 2 or 5 that is not below this one. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  // The tolerance is for quotients such as 0.3 / 0.1.
  const step = STEPS.find((one) => one * power >= size * (1 - 1e-9)) ?? 10;
  return step * power;
}

/**
 * An axis that begins and ends at round figures and contains zero, unless it begins at the least value.
 * @param unit no step is smaller
 * @param about the number of steps that is aimed at
 */
export function scaleOf(
  values: readonly number[],
  { fromLeast = false, unit = 0, about = 4 }: { fromLeast?: boolean; unit?: number; about?: number } = {},
): Scale {
  const zero = fromLeast && values.length > 0 ? [] : [0];
  const least = Math.min(...zero, ...values);
  const most = Math.max(...zero, ...values);
  const range = most - least || Math.abs(most) || unit || 1;
  const step = Math.max(unit, roundStep(range / about));
  // 0.3 / 0.1 is a little less than 3; whole numbers are divided without an error that matters.
  const slack = step < 1 ? 1e-9 : 0;
  const first = Math.floor(least / step + slack);
  const last = Math.max(first + 1, Math.ceil(most / step - slack));
  // Multiples of the step, without the error that adding it up would make.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
  return { least: ticks[0] ?? 0, most: ticks.at(-1) ?? 1, ticks };
}
