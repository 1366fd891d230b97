import { HEALTH_MONTHS } from './health.ts';
import { hasTrend, meanOf, medianOf, slopeOf, volatilityOf } from './statistics.ts';
import { type Trend, trendOf } from './trend.ts';

/** Spending of complete calendar months, oldest first, minor units; 0 for months without spending. */
interface SpendingHistory {
  recurring: readonly number[];
  other: readonly number[];
}

type Level = 'high' | 'medium' | 'low';

/** The spending of the next month, minor units. */
export interface Forecast {
  amount: number;
  /** From recurring templates: known, not estimated. */
  recurring: number;
  other: number;
  /** The range that contains the amount with a probability of about 80 %. */
  low: number;
  high: number;
  /** How many of the past year's months had such a range, and how many of them lay within it. */
  tested: number;
  held: number;
  /** How many of the latest months `other` is estimated from. */
  estimatedFrom: number;
  confidence: Level;
  riskLevel: Level;
  trend: Trend;
}

const FORECAST_MONTHS = 3;

/** Monthly volatility above which spending is a high or a medium risk (docs/behaviour.md#analytics). */
const HIGH_VOLATILITY = 0.3;
const MEDIUM_VOLATILITY = 0.15;

const YEAR = 12;

export const VARIED_MONTHS = YEAR;

/** A season needs two years, and its test the year before. */
export const LOOK_BACK = 3 * YEAR + 1;

const COVERED = 0.8;

/** High confidence needs this many months, and this share of past ranges that were right. */
const CONFIDENT_MONTHS = 6;
const CONFIDENT_SHARE = 0.75;

/**
 * Forecasts the spending of a month after the history (decision 0047).
 * @param recurring the known recurring expenses of that month, minor units
 * @param ahead 1 for the month right after the history, 2 for the one after that
 * @param unit the smallest amount of the currency in minor units: 100 if it has no decimals
 */
export function forecastSpending(
  history: SpendingHistory,
  recurring: number,
  ahead: 1 | 2 = 1,
  unit = 1,
): Forecast | { missingMonths: number } {
  const months = history.other.length;
  if (months < FORECAST_MONTHS) return { missingMonths: FORECAST_MONTHS - months };
  const ranges = rangesOver(history.other, ahead);
  const next = ranges(months);
  const whole = (amount: number) => Math.max(0, Math.round(amount / unit) * unit);
  const [other, distance] = [whole(next.amount), whole(next.distance)];
  const tests = latest(history.other, FORECAST_MONTHS + ahead - 1).map(({ amount, index }) => {
    const range = ranges(index + 1 - ahead);
    return Math.abs(amount - range.amount) <= range.distance;
  });
  const held = tests.filter(Boolean).length;
  const totals = history.other.map((amount, index) => amount + (history.recurring[index] ?? 0));
  const isProven = months >= CONFIDENT_MONTHS && held >= CONFIDENT_SHARE * tests.length;
  const confidence = CONFIDENCE[riskOf(distance === 0 ? 0 : distance / (recurring + other))];
  return {
    amount: recurring + other,
    recurring,
    other,
    low: recurring + Math.max(0, other - distance),
    high: recurring + other + distance,
    tested: tests.length,
    held,
    estimatedFrom: next.months,
    confidence: confidence === 'high' && !isProven ? 'medium' : confidence,
    riskLevel: riskOf(volatilityOf(totals.slice(-VARIED_MONTHS))),
    trend: trendOf(totals.slice(-HEALTH_MONTHS)),
  };
}

/** The confidence by the risk of a volatility that equals half the range as a share of the amount. */
const CONFIDENCE = { high: 'low', medium: 'medium', low: 'high' } as const;

export function riskOf(volatility: number): Level {
  if (volatility > HIGH_VOLATILITY) return 'high';
  return volatility > MEDIUM_VOLATILITY ? 'medium' : 'low';
}

interface Estimate {
  method: 'season' | 'trend' | 'step' | 'usual';
  amount: number;
  /** How far off the method is for each of its months, estimated from its other months. */
  errors: readonly number[];
  months: number;
}

/** The next amount by season, steady trend, lasting step or usual level. */
function estimateNext(amounts: readonly number[], ahead: number): Estimate {
  const changes = seasonalChanges(amounts);
  if (changes) {
    const yearBefore = amounts.at(ahead - 1 - YEAR) ?? 0;
    return {
      method: 'season',
      amount: yearBefore + medianOf(changes),
      errors: errorsOfMedian(changes),
      months: 2 * YEAR,
    };
  }
  const recent = amounts.slice(-YEAR);
  const usual = levelOf('usual', recent);
  const others = [hasTrend(recent) ? trendAhead(recent, ahead) : null, levelSinceStep(recent)];
  // Errors are compared over the whole year, including the level before a step.
  return others.reduce<{ error: number; estimate: Estimate }>(
    (best, other) => (other && other.error < best.error ? other : best),
    { error: meanOf(usual.errors), estimate: usual },
  ).estimate;
}

function levelOf(method: Estimate['method'], amounts: readonly number[]): Estimate {
  return { method, amount: medianOf(amounts), errors: errorsOfMedian(amounts), months: amounts.length };
}

function errorsOfMedian(values: readonly number[]): number[] {
  return values.map((value, index) => Math.abs(value - medianOf(values.toSpliced(index, 1))));
}

/** Last year's changes against the year before, if they vary less than half as much as the amounts; otherwise null. */
function seasonalChanges(amounts: readonly number[]): number[] | null {
  if (amounts.length < 2 * YEAR) return null;
  const last = amounts.slice(-YEAR);
  const changes = last.map((amount, index) => amount - (amounts.at(index - 2 * YEAR) ?? 0));
  return spreadOf(changes) < spreadOf(last) / 2 ? changes : null;
}

/** The mean distance from the median, which also shows a season of a single month. */
function spreadOf(amounts: readonly number[]): number {
  const middle = medianOf(amounts);
  return meanOf(amounts.map((amount) => Math.abs(amount - middle)));
}

/** A line through the amounts; its errors grow with the distance from their middle, as for any regression line. */
function trendAhead(amounts: readonly number[], ahead: number): { error: number; estimate: Estimate } {
  const indexes = amounts.map((_, index) => index);
  const errors = indexes.map((index) => {
    const others = indexes.filter((other) => other !== index);
    return Math.abs((amounts[index] ?? 0) - lineThrough(amounts, others)(index));
  });
  const last = amounts.length - 1;
  const fromMiddle = last / 2 + ahead;
  const leverage = Math.sqrt(1 + (12 * fromMiddle ** 2) / (amounts.length * (amounts.length ** 2 - 1)));
  const estimate: Estimate = {
    method: 'trend',
    amount: lineThrough(amounts, indexes)(last + ahead),
    errors: errors.map((error) => error * leverage),
    months: amounts.length,
  };
  return { error: meanOf(errors), estimate };
}

function lineThrough(amounts: readonly number[], indexes: readonly number[]): (index: number) => number {
  const values = indexes.map((index) => amounts[index] ?? 0);
  const slope = slopeOf(values, indexes);
  const start = medianOf(values.map((value, index) => value - slope * (indexes[index] ?? 0)));
  return (index) => start + slope * index;
}

/** The fewest months on either side of a step, so that it is not a single purchase. */
const STEP_MONTHS = 3;

/** How much a step must reduce the errors: among many candidates, chance alone makes a small step. */
const STEP_ERROR = 0.7;

/** The level since a step between all later and all earlier months of the year; null without such a step. */
function levelSinceStep(amounts: readonly number[]): { error: number; estimate: Estimate } | null {
  let best: { error: number; estimate: Estimate } | null = null;
  for (let start = STEP_MONTHS; start <= amounts.length - STEP_MONTHS; start += 1) {
    const [before, since] = [amounts.slice(0, start), amounts.slice(start)];
    const isApart = Math.min(...since) > Math.max(...before) || Math.max(...since) < Math.min(...before);
    if (!isApart) continue;
    const estimate = levelOf('step', since);
    const error = meanOf([...errorsOfMedian(before), ...estimate.errors]) / STEP_ERROR;
    if (!best || error < best.error) best = { error, estimate };
  }
  return best;
}

interface Range {
  amount: number;
  distance: number;
  months: number;
}

/** The range after the first `length` amounts: the larger of the method's errors on its months and in the past year. */
function rangesOver(amounts: readonly number[], ahead: number): (length: number) => Range {
  const estimates = new Map<number, Estimate>();
  const estimateAfter = (length: number) => {
    const estimate = estimates.get(length) ?? estimateNext(amounts.slice(0, length), ahead);
    estimates.set(length, estimate);
    return estimate;
  };
  return (length) => {
    const { method, amount, errors, months } = estimateAfter(length);
    const past = latest(amounts.slice(0, length), FORECAST_MONTHS + ahead - 1)
      .map((month) => ({ ...month, estimate: estimateAfter(month.index + 1 - ahead) }))
      .filter(({ estimate }) => estimate.method === method)
      .map((month) => Math.abs(month.amount - month.estimate.amount));
    const distance = Math.max(
      quantileOf(errors) * (1 + WIDER / errors.length),
      // Forecasts before a step did not know of it.
      past.length < ENOUGH || method === 'step' ? 0 : quantileOf(past),
    );
    return { amount, distance, months };
  };
}

/** Fewer past forecasts do not support a quantile of 80 %. */
const ENOUGH = 6;

/** How far a few errors understate the next one, found by `bench forecast`. */
const WIDER = 2;

/** The amounts of the last year with their indexes, from index `after` on. */
function latest(amounts: readonly number[], after: number): { amount: number; index: number }[] {
  return amounts.map((amount, index) => ({ amount, index })).slice(Math.max(after, amounts.length - YEAR));
}

/** The error that the next one does not exceed in four of five cases (split conformal prediction). */
function quantileOf(errors: readonly number[]): number {
  const sorted = errors.toSorted((one, other) => one - other);
  const position = COVERED * (sorted.length + 1) - 1;
  const [low, high] = [Math.floor(position), Math.ceil(position)].map(
    (end) => sorted[end] ?? sorted.at(-1) ?? 0,
  );
  return (low ?? 0) + ((high ?? 0) - (low ?? 0)) * (position % 1);
}
