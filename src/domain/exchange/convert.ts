import { decimalsOf } from '../../i18n/currencies.ts';
import type { Operating, Requesting } from '../context.ts';
import { toDecimal } from '../money.ts';
import { multiplied } from './decimal.ts';
import { type Rates, readRates } from './read-rates.ts';
import type { Conversion } from './schema.ts';

/** In minor units; `result` is rounded half away from zero to the decimals of its currency. */
export interface Converted extends Conversion {
  result: number;
  /** Units of `to` for one of `from`, as decimal text. */
  rate: string;
  rates: Rates;
}

/** Uses the current rate. @throws DomainError RATES_UNAVAILABLE (503) */
export async function convert(context: Requesting & Operating, conversion: Conversion): Promise<Converted> {
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
