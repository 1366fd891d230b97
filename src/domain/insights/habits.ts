import type { Currency } from '../../i18n/currencies.ts';
import { scaledTo } from '../amount-scale.ts';
import type { RuleInput } from './rule-input.ts';

/** From this number of expenses on, the person's own history defines what is usual, not the figures below. */
export const OWN_FROM = 30;

/** What is usual without a history, in minor units, before it is scaled: 50 on average, high from 1,000 on. */
const DEFAULT = { average: 5_000, deviation: 2_500, highAmount: 100_000 };

/** An amount under it is micro: 1.00. */
const MICRO_UNDER = 100;

const HIGH_DEVIATIONS = 3;

// With a deviation of 0, every cent above a constant amount would be unusual.
const LEAST_DEVIATION = 0.1;

/** The usual figures of a person: amounts in minor units. */
export interface Habits {
  /** Whether it comes from the person's own history. */
  own: boolean;
  average: number;
  deviation: number;
  /** An amount above it is high. */
  highAmount: number;
  /** An amount under it is very small. */
  microUnder: number;
  isUnusualTime(time: string): boolean;
}

/**
 * The usual figures of a person. With 30 expenses or more: the mean and the standard deviation of their own (at least a
 * tenth of the mean), high from the mean and three deviations on, and their own hours. With fewer: the default
 * figures, in the currency.
 * @param without a transaction that is left out, if the history has it
 */
export function habitsOf(history: readonly RuleInput[], currency: Currency, without?: RuleInput): Habits {
  const microUnder = scaledTo(currency, MICRO_UNDER);
  const sums = sumsOf(history);
  const left = sums.expenses.get(without?.id ?? '');
  const count = sums.count - (left ? 1 : 0);
  if (count < OWN_FROM) {
    return {
      own: false,
      average: scaledTo(currency, DEFAULT.average),
      deviation: scaledTo(currency, DEFAULT.deviation),
      highAmount: scaledTo(currency, DEFAULT.highAmount),
      microUnder,
      isUnusualTime: isAtNight,
    };
  }
  const amount = BigInt(left?.amount ?? 0);
  const [sum, squares] = [sums.amount - amount, sums.squares - amount * amount];
  const average = Number(sum) / count;
  const spread = Math.sqrt(Number(BigInt(count) * squares - sum * sum)) / count;
  const deviation = Math.max(spread, average * LEAST_DEVIATION);
  return {
    own: true,
    average,
    deviation,
    microUnder,
    highAmount: average + HIGH_DEVIATIONS * deviation,
    isUnusualTime: (time) => {
      const isNear = left && distance(minutesOf(left.time), minutesOf(time)) <= NEAR;
      return isRare(sums.near(time) - (isNear ? 1 : 0), count);
    },
  };
}

/** The expenses of a history added up: in whole numbers, so that their order does not change the rounding. */
interface Sums {
  /** Those that have an id, by it. */
  expenses: Map<string, RuleInput>;
  count: number;
  amount: bigint;
  squares: bigint;
  /** How many are within an hour of a time. */
  near: (time: string) => number;
}

// Judging each of 200 transactions would otherwise add up all of them each time.
const known = new WeakMap<readonly RuleInput[], Sums>();

function sumsOf(history: readonly RuleInput[]): Sums {
  const present = known.get(history);
  if (present) return present;
  const expenses = history.filter(({ type }) => type === 'expense');
  const amounts = expenses.map(({ amount }) => BigInt(amount));
  const sums = {
    expenses: new Map(expenses.map((expense) => [expense.id ?? '', expense])),
    count: expenses.length,
    amount: amounts.reduce((sum, amount) => sum + amount, 0n),
    squares: amounts.reduce((sum, amount) => sum + amount * amount, 0n),
    near: nearCounter(expenses.map(({ time }) => time)),
  };
  sums.expenses.delete('');
  known.set(history, sums);
  return sums;
}

/** How many deviations an amount (minor units) lies above the average; below it counts as negative. */
export function deviationsOf(amount: number, { average, deviation }: Habits): number {
  return (amount - average) / deviation;
}

const DAY = 24 * 60;
const NEAR = 60;
const RARE = 0.05;

/** From 22:00 until before 06:00: the unusual hours of a person without a history. */
export function isAtNight(time: string): boolean {
  return time >= '22:00' || time < '06:00';
}

/** Whether fewer than one in twenty of a person's own times lie within an hour of this one, midnight or not. */
export function isOffHours(time: string, own: readonly string[]): boolean {
  return isRare(nearCounter(own)(time), own.length);
}

function isRare(near: number, count: number): boolean {
  return near / count < RARE;
}

/** Counts the times that lie within an hour of one, midnight or not. */
function nearCounter(times: readonly string[]): (time: string) => number {
  const counts = new Uint32Array(DAY);
  for (const time of times) {
    const minute = minutesOf(time);
    for (let away = -NEAR; away <= NEAR; away += 1) {
      const near = (minute + away + DAY) % DAY;
      counts[near] = (counts[near] ?? 0) + 1;
    }
  }
  return (time) => counts[minutesOf(time)] ?? 0;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, DAY - apart);
}
