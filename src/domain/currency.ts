import * as v from 'valibot';
import { CURRENCIES, CURRENCY_CODES, type Currency } from '../i18n/currencies.ts';
import { CURRENCY_ALIASES } from './currency-names.ts';
import { type FieldError, invalid } from './error.ts';
import { smallestAmount } from './money.ts';

export const currencySchema = v.pipe(
  v.string('errors:currencyInvalid'),
  v.transform((text) => {
    const name = text.trim().toUpperCase();
    return CURRENCY_ALIASES.get(name) ?? name;
  }),
  v.picklist(CURRENCY_CODES, 'errors:currencyInvalid'),
  v.description('A code, or shekel, nis, dollar, euro, pound or yen, in any case.'),
);

/** `minor` in minor units. */
export function decimalsError(minor: number, currency: Currency): FieldError | null {
  if (minor % smallestAmount(currency) === 0) return null;
  return { field: 'amount', message: 'errors:amountWhole', currency: CURRENCIES[currency] };
}

/** @throws DomainError VALIDATION_ERROR for an amount (minor units) with decimals that the viewer's currency lacks */
export function requireDecimals({ currency }: { currency: Currency }, minor: number, field = 'amount'): void {
  const error = decimalsError(minor, currency);
  if (error) throw invalid({ ...error, field });
}
