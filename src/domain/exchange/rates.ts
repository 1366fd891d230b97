import { CURRENCY_CODES, type Currency } from '../../i18n/currencies.ts';
import { quotient } from './decimal.ts';

/** The units of each currency for one of the base, as decimal text. */
export type RateTable = Record<Currency, string>;

/** The rates of a day as a provider states them. */
export interface DailyRates {
  /** Local calendar date of the provider. */
  date: string;
  base: Currency;
  rates: RateTable;
}

/** The units of one currency for one of another, as decimal text of at most twelve significant digits. */
export function rateBetween(rates: RateTable, from: Currency, to: Currency): string {
  return from === to ? '1' : quotient(rates[to], rates[from]);
}

/** How many times as large as before a rate may be, or as small, to be believed. */
const FACTOR = 2;

/** Whether all rates of one table are near those of another, whatever their bases. */
export function agree(one: DailyRates, other: DailyRates, factor = FACTOR): boolean {
  return CURRENCY_CODES.every((currency) => {
    const [now, before] = [one, other].map(({ rates }) => Number(rateBetween(rates, 'USD', currency)));
    const change = (now as number) / (before as number);
    return change <= factor && change >= 1 / factor;
  });
}
