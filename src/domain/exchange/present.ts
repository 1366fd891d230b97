import { toDecimal } from '../money.ts';
import type { Converted } from './convert.ts';
import type { Rates } from './read-rates.ts';

/** The answer of the API for the rates of a currency. */
export function presentRates({ base, date, fetchedAt, stale, source, rates }: Rates) {
  const numbers = Object.entries(rates).map(([code, rate]) => [code, Number(rate)] as const);
  return { base, date, fetched_at: fetchedAt, stale, source, rates: Object.fromEntries(numbers) };
}

/** The answer of the API for an amount that was converted. */
export function presentConverted({ amount, result, rate, rates: { date, stale } }: Converted) {
  return { amount: toDecimal(amount), result: toDecimal(result), rate: Number(rate), date, stale };
}
