import { CURRENCIES, type Currency, decimalsOf } from '../i18n/currencies.ts';
import type { Viewer } from './context.ts';
import { type FieldFault, invalid } from './error.ts';

/** The smallest amount of a currency in minor units: 100 where it has no decimals. */
export function smallestAmount(currency: Currency): number {
  return 10 ** (2 - decimalsOf(currency));
}

/** A computed amount (minor units), such as an average, as one that the currency has. */
export function roundedTo(currency: Currency, minor: number): number {
  const unit = smallestAmount(currency);
  // A little less than nothing is 0, which −0 is not everywhere.
  return Math.round(minor / unit) * unit + 0;
}

/** The fault of an amount (minor units) with decimals that its currency lacks; null for any other. */
export function decimalsFault(minor: number, currency: Currency): FieldFault | null {
  if (minor % smallestAmount(currency) === 0) return null;
  return { field: 'amount', message: 'errors:amountWhole', currency: CURRENCIES[currency] };
}

/** @throws DomainError VALIDATION_ERROR for an amount (minor units) with decimals that the viewer's currency lacks */
export function requireDecimals({ currency }: Pick<Viewer, 'currency'>, minor: number): void {
  const fault = decimalsFault(minor, currency);
  if (fault) throw invalid(fault);
}
