import type { AccountRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';

/** The first account is named in the person's language until they name it. */
export function accountName({ name }: Pick<AccountRow, 'name'>, locale: Locale): string {
  return name || translator(locale)('money:firstName');
}

/** The last four digits or letters of an account's number, by which people know it. */
export const endOfNumber = (number: string) => number.replaceAll(/[^\dA-Za-z]/g, '').slice(-4);

/** As `endOfNumber`, marked as an end, and left to right in any text. */
export const shownNumber = (number: string) => `\u2066••••\u00A0${endOfNumber(number)}\u2069`;
