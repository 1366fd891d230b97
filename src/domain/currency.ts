import * as v from 'valibot';
import { CURRENCY_CODES } from '../i18n/currencies.ts';
import { CURRENCY_ALIASES } from './currency-names.ts';

/** A currency as people and clients name it → its code. */
export const currencySchema = v.pipe(
  v.string('errors:currencyInvalid'),
  v.transform((text) => {
    const name = text.trim().toUpperCase();
    return CURRENCY_ALIASES.get(name) ?? name;
  }),
  v.picklist(CURRENCY_CODES, 'errors:currencyInvalid'),
  v.description('A code, or shekel, nis, dollar, euro, pound or yen, in any case.'),
);
