import { HEALTH_MONTHS } from './health.ts';
import { hasTrend, meanOf, medianOf, slopeOf, volatilityOf } from './statistics.ts';
import { type Trend, trendOf } from './trend.ts';

/** Spending of complete calendar months, oldest first, minor units; months without any are 0. */
export interface SpendingHistory {
  /** What came from recurring templates. */
  recurring: readonly number[];
  /** Everything else. */
  other: readonly number[];
}

export type Level = 'high' | 'medium' | 'low';

/** The spending of the next month, minor units. */
export interface Forecast {
  /** `recurring` and `other` together. */
  amount: number;
  /** What recurs in it: known, not estimated. */
  recurring: number;
  other: number;
  /** It will most likely lie between these: of past forecasts four in five were within that distance. */
  low: number;
  high: number;
  /** How many past forecasts the distance was measured by. */
  tested: number;
  confidence: Level;
  riskLevel: Level;
  trend: Trend;
}

/** Months of data that a forecast needs (specification, 9). */
export const FORECAST_MONTHS = 3;

/** Monthly volatility above which spending is a high or a medium risk (specification, 9). */
const HIGH_VOLATILITY = 0.3;
const MEDIUM_VOLATILITY = 0.15;

/** How many months are looked back to, for the volatility too. */
export const YEAR = 12;

/** The share of past forecasts that the range would have covered. */
const COVERED = 0.8;

/**
 * Forecasts the spending of a month after the history (decision 0047).
 * @param recurring what is already known to recur in it, minor units
 * @param ahead 1 for the month right after the history, 2 for the one after that
 */
export function forecastSpending(
  history: SpendingHistory,
  recurring: number,
  ahead: 1 | 2 = 1,
): Forecast | { missingMonths: number } {
  const months = history.other.length;
  if (months < FORECAST_MONTHS) return { missingMonths: FORECAST_MONTHS - months };
  const other = estimateAhead(history.other, ahead);
  const { distance, tested } = likelyError(history.other, ahead);
  const totals = history.other.map((amount, place) => amount + (history.recurring[place] ?? 0));
  const riskLevel = riskOf(volatilityOf(totals.slice(-YEAR)));
  return {
    amount: recurring + other,
    recurring,
    other,
    low: recurring + Math.max(0, other - distance),
    high: recurring + other + distance,
    tested,
    confidence: CONFIDENCE[riskLevel],
    riskLevel,
    trend: trendOf(totals.slice(-HEALTH_MONTHS)),
  };
}

const CONFIDENCE = { high: 'low', medium: 'medium', low: 'high' } as const;

/** Specification, section 9. */
export function riskOf(volatility: number): Level {
  if (volatility > HIGH_VOLATILITY) return 'high';
  return volatility > MEDIUM_VOLATILITY ? 'medium' : 'low';
}

/** The next of a row of amounts: after the season of the year, along a steady trend, or else the usual amount. */
export function estimateNext(amounts: readonly number[]): number {
  const changes = seasonalChanges(amounts);
  if (changes) return whole((amounts.at(-YEAR) ?? 0) + medianOf(changes));
  const recent = amounts.slice(-YEAR);
  if (!hasTrend(recent)) return whole(medianOf(recent));
  const slope = slopeOf(recent);
  const start = medianOf(recent.map((amount, place) => amount - slope * place));
  return whole(start + slope * recent.length);
}

function estimateAhead(amounts: readonly number[], ahead: 1 | 2): number {
  const next = estimateNext(amounts);
  return ahead === 1 ? next : estimateNext([...amounts, next]);
}

/** How many of the last amounts an estimate is made of: a year, or two where it follows the season. */
export function monthsEstimatedFrom(amounts: readonly number[]): number {
  return Math.min(amounts.length, seasonalChanges(amounts) ? 2 * YEAR : YEAR);
}

const whole = (amount: number) => Math.max(0, Math.round(amount));

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

/** The distance within which four in five of the past year's estimates lay, by split conformal prediction. */
function likelyError(amounts: readonly number[], ahead: 1 | 2): { distance: number; tested: number } {
  const errors = amounts
    .map((amount, place) => Math.abs(amount - estimateAhead(amounts.slice(0, place + 1 - ahead), ahead)))
    .slice(Math.max(ahead, amounts.length - YEAR))
    .sort((one, other) => one - other);
  const place = Math.ceil(COVERED * (errors.length + 1));
  return { distance: errors[Math.min(place, errors.length) - 1] ?? 0, tested: errors.length };
}
