import type { Observed } from './observed.ts';

/** From this number of expenses on, the person's own history defines what is usual, not the specification. */
export const OWN_FROM = 30;

/** Minor units: the specification's average of 50, deviation of 25 and high amount of 1,000 (section 9). */
const DEFAULT = { average: 5_000, deviation: 2_500, highAmount: 100_000 };

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
  isUnusualTime(time: string): boolean;
}

/**
 * The usual figures of a person. With 30 expenses or more: the mean and the standard deviation of their own (at least a
 * tenth of the mean), high from the mean and three deviations on, and their own hours. With fewer: the specification's
 * figures.
 */
export function habitsOf(history: readonly Observed[]): Habits {
  const expenses = history.filter(({ type }) => type === 'expense');
  if (expenses.length < OWN_FROM) return { own: false, ...DEFAULT, isUnusualTime: isAtNight };
  const amounts = expenses.map(({ amount }) => amount);
  const average = mean(amounts);
  const spread = Math.sqrt(mean(amounts.map((amount) => (amount - average) ** 2)));
  const deviation = Math.max(spread, average * LEAST_DEVIATION);
  const times = expenses.map(({ time }) => time);
  return {
    own: true,
    average,
    deviation,
    highAmount: average + HIGH_DEVIATIONS * deviation,
    isUnusualTime: (time) => isOffHours(time, times),
  };
}

/** How many deviations an amount (minor units) lies above the average; below it counts as negative. */
export function deviationsOf(amount: number, { average, deviation }: Habits): number {
  return (amount - average) / deviation;
}

// Sorted, so that the order of the history does not change the rounding of the sum.
function mean(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other).reduce((sum, value) => sum + value, 0) / values.length;
}

const DAY = 24 * 60;
const NEAR = 60;
const RARE = 0.05;

/** From 22:00 until before 06:00 (specification, section 9): the unusual hours of a person without a history. */
export function isAtNight(time: string): boolean {
  return time >= '22:00' || time < '06:00';
}

/** Whether fewer than one in twenty of a person's own times lie within an hour of this one, midnight or not. */
export function isOffHours(time: string, own: readonly string[]): boolean {
  const near = own.filter((usual) => distance(minutesOf(usual), minutesOf(time)) <= NEAR);
  return near.length / own.length < RARE;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function distance(one: number, other: number): number {
  const apart = Math.abs(one - other);
  return Math.min(apart, DAY - apart);
}
