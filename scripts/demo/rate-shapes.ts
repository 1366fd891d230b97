import type { Currency } from '../../src/i18n/currencies.ts';

/** Units of each currency for one US dollar, near those of 2026. */
export const NEAR_RATES: Record<Currency, number> = {
  USD: 1,
  EUR: 0.8612,
  GBP: 0.7523,
  ILS: 3.2604,
  JPY: 151.37,
  CAD: 1.3986,
  AUD: 1.5331,
  CHF: 0.8044,
  CNY: 7.1163,
};

type Stated = Partial<Record<Currency, unknown>>;

/** An answer of the open rates of ExchangeRate-API, for dollars. */
export function exchangeRateApiAnswer(date: string, rates: Stated = NEAR_RATES) {
  return {
    result: 'success',
    provider: 'https://www.exchangerate-api.com',
    documentation: 'https://www.exchangerate-api.com/docs/free',
    terms_of_use: 'https://www.exchangerate-api.com/terms',
    time_last_update_unix: Date.parse(date) / 1000 + 151,
    time_eol_unix: 0,
    base_code: 'USD',
    rates: { ...rates, AED: 3.6725, XOF: 565.03 },
  };
}

/** An answer of Frankfurter, which leaves out the base. */
export function frankfurterAnswer(date: string, rates: Stated = NEAR_RATES) {
  const { USD: _, ...others } = rates;
  return { amount: 1, base: 'USD', date, rates: { ...others, SEK: 9.4136 } };
}
