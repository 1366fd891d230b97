import { decimalsOf } from '../../i18n/currencies.ts';
import type { Operating, Requesting } from '../context.ts';
import { multiplied } from './decimal.ts';
import { type Rates, readRates } from './read-rates.ts';
import type { Conversion } from './schema.ts';

/** An amount in another currency; minor units, rounded half away from zero to the decimals of its currency. */
export interface Converted extends Conversion {
  result: number;
  /** Units of the one currency for one of the other, as decimal text. */
  rate: string;
  /** The rates of the currency that is converted. */
  rates: Rates;
}

/** Converts an amount at the current rate. @throws DomainError RATES_UNAVAILABLE (503) */
export async function convert(context: Requesting & Operating, conversion: Conversion): Promise<Converted> {
  const { from, to, amount } = conversion;
  const rates = await readRates(context, from);
  const rate = rates.rates[to];
  return { ...conversion, result: multiplied(amount, rate, decimalsOf(to)), rate, rates };
}
