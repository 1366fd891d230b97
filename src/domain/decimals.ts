import { CURRENCIES, type Currency } from '../i18n/currencies.ts';
import type { Viewer } from './context.ts';
import { type FieldFault, invalid } from './error.ts';
import { smallestAmount } from './money.ts';

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
