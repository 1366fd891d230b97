import { growthOf, savingsRateOf } from '../growth.ts';
import { meanOf, medianOf, volatilityOf, wholeOf } from './statistics.ts';
import { halfSums, trendOf } from './trend.ts';

/** A complete calendar month, minor units. */
export interface HealthMonth {
  month: string;
  income: number;
  expenses: number;
  /** How many transactions these are. */
  count: number;
  /** The part of the expenses that comes from recurring templates. */
  fixed: number;
  /** The balance at the end of the month, and whether it shows what the person has. */
  balance: number;
  isBalanceKnown: boolean;
}

/** How many months count, and how many are required (decision 0046). */
export const HEALTH_MONTHS = 6;
export const NEEDED_MONTHS = 3;
/** A month with fewer transactions, or with fewer than a third of an average month's, was hardly recorded. */
const NEEDED_IN_MONTH = 2;
const PART_OF_MEAN = 1 / 3;
/** One of so many last months must be recorded. */
const RECENT = 2;

const BASE = 50;

type HealthStatus = 'excellent' | 'good' | 'fair' | 'poor';
export type HealthFactor = 'savings' | 'shortfalls' | 'reserve' | 'volatility' | 'fixed' | 'trend';

export interface HealthLine {
  factor: HealthFactor;
  /**
   * A share for `savings`, `volatility` and `fixed`; months for `shortfalls` and `reserve`; -1, 0 or 1 for falling,
   * steady and rising expenses. Null without data or without a divisor. Shares are rounded to tenths of a percent and
   * the reserve to tenths of a month before they are rated, so that the points match what is shown.
   */
  value: number | null;
  /** The compared amounts, minor units: a part and its whole, a deviation and its mean, a later and an earlier half. */
  parts: { part: number; whole: number } | null;
  points: number;
}

export interface Health {
  score: number;
  status: HealthStatus;
  base: number;
  lines: HealthLine[];
  months: HealthMonth[];
}

/** The health, or how many complete months are missing, or which kind of records is. */
export type HealthResult =
  | { health: Health }
  | { missingMonths: number }
  | { missing: 'income' | 'expenses' | 'recent' };

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * The health over the last six complete months (decision 0046), without those that were hardly recorded. All points are
 * whole, so that people can check the sum by hand.
 * @param months oldest first, from the first complete month on, without gaps
 */
export function healthOf(months: readonly HealthMonth[]): HealthResult {
  const last = months.slice(-HEALTH_MONTHS);
  const recorded = last.filter(({ count }) => count > 0);
  const mean = meanOf(recorded.map(({ count }) => count));
  const isFull = ({ count }: HealthMonth) => count >= Math.max(NEEDED_IN_MONTH, mean * PART_OF_MEAN);
  // People who record only income or only expenses are told so, instead of being asked for more of the same.
  const missing = recorded.length < NEEDED_MONTHS ? null : missingIn(recorded);
  if (missing) return { missing };
  const counted = last.filter(isFull);
  if (counted.length < NEEDED_MONTHS) return { missingMonths: NEEDED_MONTHS - counted.length };
  if (!last.slice(-RECENT).some(isFull)) return { missing: 'recent' };
  const side = missingIn(counted);
  return side ? { missing: side } : { health: scoreOf(counted) };
}

/**
 * The side with hardly any records: a score would judge people by what they leave out. Income may come twice a year, so
 * all of it counts; expenses count by a usual month, which one large income does not change.
 */
function missingIn(months: readonly HealthMonth[]): 'income' | 'expenses' | null {
  const expenses = months.map((month) => month.expenses);
  const income = months.map((month) => month.income);
  if (savingsRateOf({ income: sumOf(income), expenses: sumOf(expenses) }) === null) return 'income';
  return growthOf(medianOf(income), medianOf(expenses)).change === null ? 'expenses' : null;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

function scoreOf(months: HealthMonth[]): Health {
  const lines = linesOf(months);
  const score = between(0, BASE + sumOf(lines.map(({ points }) => points)), 100);
  return { score, status: statusOf(score), base: BASE, lines, months };
}

export function healthIfSaved({ months }: Pick<Health, 'months'>, more: number): Health {
  return scoreOf(withMoreSaved(months, more));
}

export function statusOf(score: number): HealthStatus {
  if (score >= 80) return 'excellent';
  if (score >= 60) return 'good';
  return score >= 40 ? 'fair' : 'poor';
}

function linesOf(months: readonly HealthMonth[]): HealthLine[] {
  const income = sumOf(months.map((month) => month.income));
  const expenses = sumOf(months.map((month) => month.expenses));
  const fixed = sumOf(months.map((month) => month.fixed));
  const last = months.at(-1);
  return [
    savings(income, expenses),
    shortfalls(months.filter((month) => month.expenses > month.income).length),
    last?.isBalanceKnown ? reserveOf(last.balance, expenses / months.length) : notEntered('reserve'),
    volatility(months.map((month) => month.expenses)),
    fixed > 0 ? fixedCosts(fixed, income) : notEntered('fixed'),
    trend(months.map((month) => month.expenses)),
  ];
}

/** Missing data gives no points, for or against. */
const notEntered = (factor: HealthFactor): HealthLine => ({ factor, value: null, parts: null, points: 0 });

/** A point for each percent of income that is left, at most 20 for and 20 against. */
function savings(income: number, expenses: number): HealthLine {
  const parts = { part: income - expenses, whole: income };
  const tenths = wholeOf((1000 * parts.part) / income);
  const percent = Math.sign(tenths) * Math.round(Math.abs(tenths) / 10);
  return { factor: 'savings', value: tenths / 1000, parts, points: between(-20, percent, 20) };
}

/** Six points without a month in which more was spent than earned, three fewer for each. */
function shortfalls(months: number): HealthLine {
  return { factor: 'shortfalls', value: months, parts: null, points: 6 - 3 * months };
}

/** Two points for each month of expenses that the balance covers, for at most six months; six against for debts. */
export function reserveOf(balance: number, monthly: number): HealthLine {
  const parts = { part: balance, whole: Math.round(monthly) };
  const tenths = monthly === 0 ? null : wholeOf((10 * balance) / monthly);
  const value = tenths === null ? null : tenths / 10;
  if (balance < 0) return { factor: 'reserve', value, parts, points: -6 };
  if (tenths === null) return { factor: 'reserve', value, parts, points: balance > 0 ? 12 : 0 };
  return { factor: 'reserve', value, parts, points: Math.min(12, Math.round(tenths / 5)) };
}

function volatility(expenses: readonly number[]): HealthLine {
  const share = volatilityOf(expenses);
  const mean = meanOf(expenses);
  const parts = { part: Math.round(share * mean), whole: Math.round(mean) };
  return { ...steps('volatility', share, [150, 300]), parts };
}

/** Four points up to the first limit (tenths of a percent), none up to the second, four against beyond it. */
function steps(
  factor: 'volatility' | 'fixed',
  value: number,
  [low, high]: readonly [number, number],
): Omit<HealthLine, 'parts'> {
  const tenths = wholeOf(value * 1000);
  const points = tenths <= low ? 4 : tenths <= high ? 0 : -4;
  return { factor, value: tenths / 1000, points };
}

function fixedCosts(fixed: number, income: number): HealthLine {
  return { ...steps('fixed', fixed / income, [500, 800]), parts: { part: fixed, whole: income } };
}

const DIRECTIONS = { decreasing: -1, stable: 0, increasing: 1 } as const;

function trend(expenses: readonly number[]): HealthLine {
  const value = DIRECTIONS[trendOf(expenses)];
  const { earlier, later } = halfSums(expenses);
  return {
    factor: 'trend',
    value,
    parts: { part: later, whole: earlier },
    points: value === 0 ? 0 : -4 * value,
  };
}

/** The same months with `more` (minor units) saved in each of them, and kept. */
export function withMoreSaved(months: readonly HealthMonth[], more: number): HealthMonth[] {
  let savedSoFar = 0;
  return months.map((month) => {
    const saved = Math.min(more, month.expenses);
    savedSoFar += saved;
    return {
      ...month,
      expenses: month.expenses - saved,
      fixed: Math.min(month.fixed, month.expenses - saved),
      balance: month.balance + savedSoFar,
    };
  });
}

/**
 * The score at the end of each of the last months, without those that have none; oldest first. `from` is the first
 * counted month.
 * @param months the months before them too, because each score counts six
 */
export function healthHistory(months: readonly HealthMonth[], last: number) {
  return months.slice(-last).flatMap(({ month }, index, { length }) => {
    const result = healthOf(months.slice(0, months.length - length + index + 1));
    if (!('health' in result)) return [];
    const { score, status, months: counted } = result.health;
    return [{ month, from: counted[0]?.month ?? month, score, status }];
  });
}
