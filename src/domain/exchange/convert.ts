import { decimalsOf } from '../../i18n/currencies.ts';
import type { Operating, Requesting } from '../context.ts';
import { toDecimal } from '../money.ts';
import { multiplied } from './decimal.ts';
import { type Rates, readRates } from './read.ts';
import type { Conversion } from './schema.ts';

/** In minor units; `rate` is the units of `to` for one of `from`, as decimal text. */
export type Converted = Awaited<ReturnType<typeof convert>>;

/**
 * Uses the current rate, and rounds half away from zero to the decimals of the currency.
 * @throws DomainError RATES_UNAVAILABLE (503)
 */
export async function convert(context: Requesting & Operating, conversion: Conversion) {
  const { from, to, amount } = conversion;
  const rates = await readRates(context, from);
  const rate = rates.rates[to];
  return { ...conversion, result: multiplied(amount, rate, decimalsOf(to)), rate, rates };
}

export function presentRates({ base, date, fetchedAt, stale, source, rates }: Rates) {
  const numbers = Object.entries(rates).map(([code, rate]) => [code, Number(rate)] as const);
  return { base, date, fetched_at: fetchedAt, stale, source, rates: Object.fromEntries(numbers) };
}

export function presentConverted({ amount, result, rate, rates: { date, stale } }: Converted) {
  return { amount: toDecimal(amount), result: toDecimal(result), rate: Number(rate), date, stale };
}
