import type { Currency } from '../i18n/currencies.ts';

/**
 * By how much amounts that mean something in themselves, such as "a large expense", are larger than those of the default
 * currency. A yen is worth about a hundredth of what the others are.
 */
const SCALES: Record<Currency, number> = {
  ...{ USD: 1, EUR: 1, ILS: 1, GBP: 1 },
  ...{ JPY: 100, CAD: 1, AUD: 1, CHF: 1, CNY: 1 },
};

/** An amount of the default currency (minor units) in another one: round, and of about the same worth. */
export function scaledTo(currency: Currency, minor: number): number {
  return minor * SCALES[currency];
}
