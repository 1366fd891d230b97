import type { Currency } from '../../i18n/currencies.ts';
import { scaledTo } from '../money.ts';
import { others, type RuleInput } from './rule-input.ts';

/** From this number of expenses on, the person's own history defines what is usual. */
const OWN_FROM = 30;

/** What is usual without a history, in minor units, before it is scaled: 50 on average, high from 1,000 on. */
const DEFAULT = { average: 5_000, deviation: 2_500, highAmount: 100_000 };

const MICRO_UNDER = 100;

const HIGH_DEVIATIONS = 3;

// With a deviation of 0, every cent above a constant amount would be unusual.
const LEAST_DEVIATION = 0.1;

/** Amounts in minor units. */
export interface Habits {
  own: boolean;
  average: number;
  deviation: number;
  highAmount: number;
  microUnder: number;
  isUnusualTime(time: string): boolean;
}

/**
 * The usual figures of a person. With 30 expenses or more: the mean and the standard deviation of their own (at least a
 * tenth of the mean), high from the mean and three deviations on, and their own hours. With fewer: the default figures,
 * in the currency.
 * @param without a transaction to leave out of the history
 */
export function habitsOf(history: readonly RuleInput[], currency: Currency, without?: RuleInput): Habits {
  const expenses = others(history, { id: without?.id }).filter(({ type }) => type === 'expense');
  const count = expenses.length;
  const microUnder = scaledTo(currency, MICRO_UNDER);
  if (count < OWN_FROM) {
    return {
      own: false,
      average: scaledTo(currency, DEFAULT.average),
      deviation: scaledTo(currency, DEFAULT.deviation),
      highAmount: scaledTo(currency, DEFAULT.highAmount),
      microUnder,
      isUnusualTime: (time) => time >= NIGHT.from || time < NIGHT.to,
    };
  }
  // In whole numbers, so that the order does not change the rounding.
  const amounts = expenses.map(({ amount }) => BigInt(amount));
  const sum = amounts.reduce((all, amount) => all + amount, 0n);
  const squares = amounts.reduce((all, amount) => all + amount * amount, 0n);
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
      const minute = minutesOf(time);
      return expenses.filter((past) => distance(minutesOf(past.time), minute) <= NEAR).length / count < RARE;
    },
  };
}

const NIGHT = { from: '22:00', to: '06:00' };

/** A time is unusual if fewer than one in twenty of the person's own lie within an hour of it, across midnight too. */
const RARE = 0.05;
const NEAR = 60;

/** How many deviations an amount (minor units) lies above the average; negative below it. */
export function deviationsOf(amount: number, { average, deviation }: Habits): number {
  return (amount - average) / deviation;
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

function distance(one: number, other: number): number {
  const difference = Math.abs(one - other);
  return Math.min(difference, 24 * 60 - difference);
}
