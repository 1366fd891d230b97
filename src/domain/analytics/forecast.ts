import { HEALTH_MONTHS } from './health.ts';
import { hasTrend, meanOf, medianOf, slopeOf, volatilityOf } from './statistics.ts';
import { type Trend, trendOf } from './trend.ts';

/** Spending of complete calendar months, oldest first, minor units; months without any are 0. */
export interface SpendingHistory {
  recurring: readonly number[];
  other: readonly number[];
}

export type Level = 'high' | 'medium' | 'low';

/** The spending of the next month, minor units. */
export interface Forecast {
  amount: number;
  /** What recurs in it: known, not estimated. */
  recurring: number;
  other: number;
  /** It lies between these with a probability of about 80 %. */
  low: number;
  high: number;
  /** How many of the past year's months had such a range, and in how many of them it held. */
  tested: number;
  held: number;
  /** How many of the latest months `other` is estimated from. */
  estimatedFrom: number;
  confidence: Level;
  riskLevel: Level;
  trend: Trend;
}

export const FORECAST_MONTHS = 3;

/** Monthly volatility above which spending is a high or a medium risk (docs/behaviour.md#analytics). */
const HIGH_VOLATILITY = 0.3;
const MEDIUM_VOLATILITY = 0.15;

const YEAR = 12;

/** How many of the latest months its risk follows from. */
export const VARIED_MONTHS = YEAR;

/** How many months matter: a season is told from two years, and tested on the year before. */
export const LOOK_BACK = 3 * YEAR + 1;

const COVERED = 0.8;

/** Confidence is high from so many months on, where so large a share of the past ranges held. */
const CONFIDENT_MONTHS = 6;
const CONFIDENT_SHARE = 0.75;

/**
 * Forecasts the spending of a month after the history (decision 0047).
 * @param recurring what is already known to recur in it, minor units
 * @param ahead 1 for the month right after the history, 2 for the one after that
 * @param unit the smallest amount of the currency in minor units: 100 where it has no decimals
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
  const tests = latest(history.other, FORECAST_MONTHS + ahead - 1).map(({ amount, place }) => {
    const range = ranges(place + 1 - ahead);
    return Math.abs(amount - range.amount) <= range.distance;
  });
  const held = tests.filter(Boolean).length;
  const totals = history.other.map((amount, place) => amount + (history.recurring[place] ?? 0));
  const isProven = months >= CONFIDENT_MONTHS && held >= CONFIDENT_SHARE * tests.length;
  const sure = SURE[riskOf(distance === 0 ? 0 : distance / (recurring + other))];
  return {
    amount: recurring + other,
    recurring,
    other,
    low: recurring + Math.max(0, other - distance),
    high: recurring + other + distance,
    tested: tests.length,
    held,
    estimatedFrom: next.months,
    confidence: sure === 'high' && !isProven ? 'medium' : sure,
    riskLevel: riskOf(volatilityOf(totals.slice(-VARIED_MONTHS))),
    trend: trendOf(totals.slice(-HEALTH_MONTHS)),
  };
}

/** The confidence in a range whose half is as large a share of the amount as such a volatility. */
const SURE = { high: 'low', medium: 'medium', low: 'high' } as const;

export function riskOf(volatility: number): Level {
  if (volatility > HIGH_VOLATILITY) return 'high';
  return volatility > MEDIUM_VOLATILITY ? 'medium' : 'low';
}

/** What follows a row of amounts, and how it was estimated. */
interface Estimate {
  method: 'season' | 'trend' | 'step' | 'usual';
  amount: number;
  /** How far off the method is for each of its months, estimated from its other months. */
  errors: readonly number[];
  /** How many of the last amounts it is made of. */
  months: number;
}

/** The next of a row of amounts: by the season, along a steady trend, since a lasting step, or the usual one. */
function estimateNext(amounts: readonly number[], ahead: number): Estimate {
  const changes = seasonalChanges(amounts);
  if (changes) {
    const aYearBefore = amounts.at(ahead - 1 - YEAR) ?? 0;
    return {
      method: 'season',
      amount: aYearBefore + medianOf(changes),
      errors: errorsOfMedian(changes),
      months: 2 * YEAR,
    };
  }
  const recent = amounts.slice(-YEAR);
  const usual = levelOf('usual', recent);
  const others = [hasTrend(recent) ? trendAhead(recent, ahead) : null, levelSinceStep(recent)];
  // Each with its error over the whole year: the level before a step counts too.
  return others.reduce<{ error: number; estimate: Estimate }>(
    (best, other) => (other && other.error < best.error ? other : best),
    { error: meanOf(usual.errors), estimate: usual },
  ).estimate;
}

function levelOf(method: Estimate['method'], amounts: readonly number[]): Estimate {
  return { method, amount: medianOf(amounts), errors: errorsOfMedian(amounts), months: amounts.length };
}

/** How far each value is from the median of the others. */
function errorsOfMedian(values: readonly number[]): number[] {
  return values.map((value, place) => Math.abs(value - medianOf(values.toSpliced(place, 1))));
}

/** How the last year's months differ from the year before, where that varies less than half as much as they do. */
function seasonalChanges(amounts: readonly number[]): number[] | null {
  if (amounts.length < 2 * YEAR) return null;
  const last = amounts.slice(-YEAR);
  const changes = last.map((amount, place) => amount - (amounts.at(place - 2 * YEAR) ?? 0));
  return spreadOf(changes) < spreadOf(last) / 2 ? changes : null;
}

/** The mean distance from the median: it also sees a season of one single month. */
function spreadOf(amounts: readonly number[]): number {
  const middle = medianOf(amounts);
  return meanOf(amounts.map((amount) => Math.abs(amount - middle)));
}

/** The line through amounts; the errors grow with the distance from their middle, as those of any line do. */
function trendAhead(amounts: readonly number[], ahead: number): { error: number; estimate: Estimate } {
  const places = amounts.map((_, place) => place);
  const errors = places.map((place) => {
    const others = places.filter((other) => other !== place);
    return Math.abs((amounts[place] ?? 0) - lineThrough(amounts, others)(place));
  });
  const last = amounts.length - 1;
  const fromMiddle = last / 2 + ahead;
  const leverage = Math.sqrt(1 + (12 * fromMiddle ** 2) / (amounts.length * (amounts.length ** 2 - 1)));
  const estimate: Estimate = {
    method: 'trend',
    amount: lineThrough(amounts, places)(last + ahead),
    errors: errors.map((error) => error * leverage),
    months: amounts.length,
  };
  return { error: meanOf(errors), estimate };
}

function lineThrough(amounts: readonly number[], places: readonly number[]): (place: number) => number {
  const values = places.map((place) => amounts[place] ?? 0);
  const slope = slopeOf(values, places);
  const start = medianOf(values.map((value, index) => value - slope * (places[index] ?? 0)));
  return (place) => start + slope * place;
}

/** The fewest months on either side of a step, so that it is no single purchase. */
const STEP_MONTHS = 3;

/** A step has to explain so much of the errors: among many places, chance makes a small one of its own. */
const STEP_ERROR = 0.7;

/** The level since all months became dearer, or cheaper, than any month of the year before; null without such a step. */
function levelSinceStep(amounts: readonly number[]): { error: number; estimate: Estimate } | null {
  let found: { error: number; estimate: Estimate } | null = null;
  for (let start = STEP_MONTHS; start <= amounts.length - STEP_MONTHS; start += 1) {
    const [before, since] = [amounts.slice(0, start), amounts.slice(start)];
    const isApart = Math.min(...since) > Math.max(...before) || Math.max(...since) < Math.min(...before);
    if (!isApart) continue;
    const estimate = levelOf('step', since);
    const error = meanOf([...errorsOfMedian(before), ...estimate.errors]) / STEP_ERROR;
    if (!found || error < found.error) found = { error, estimate };
  }
  return found;
}

interface Range {
  amount: number;
  /** What follows is that close with a probability of about 80 %. */
  distance: number;
  months: number;
}

/** The range after the first so many amounts: the larger of its method's errors on its months and in the past year. */
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
      .map((month) => ({ ...month, estimate: estimateAfter(month.place + 1 - ahead) }))
      .filter(({ estimate }) => estimate.method === method)
      .map((month) => Math.abs(month.amount - month.estimate.amount));
    const distance = Math.max(
      quantileOf(errors) * (1 + WIDER / errors.length),
      // Since a step there are no forecasts that knew of it.
      past.length < ENOUGH || method === 'step' ? 0 : quantileOf(past),
    );
    return { amount, distance, months };
  };
}

/** Of fewer past forecasts four in five say nothing. */
const ENOUGH = 6;

/** By how much few errors understate the next one, found by `bench forecast`. */
const WIDER = 2;

/** The amounts of the last year that come after so many others, with their places. */
function latest(amounts: readonly number[], after: number): { amount: number; place: number }[] {
  return amounts.map((amount, place) => ({ amount, place })).slice(Math.max(after, amounts.length - YEAR));
}

/** The error that the next one does not exceed in four of five cases (split conformal prediction). */
function quantileOf(errors: readonly number[]): number {
  const sorted = errors.toSorted((one, other) => one - other);
  const place = COVERED * (sorted.length + 1) - 1;
  const [low, high] = [Math.floor(place), Math.ceil(place)].map((end) => sorted[end] ?? sorted.at(-1) ?? 0);
  return (low ?? 0) + ((high ?? 0) - (low ?? 0)) * (place % 1);
}
