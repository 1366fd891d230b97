import type { AccountRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';

/** The first account is named in the person's language until they name it. */
export function accountName({ name }: Pick<AccountRow, 'name'>, locale: Locale): string {
  return name || translator(locale)('money:firstName');
}
