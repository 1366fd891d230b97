import type { Format } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** A number of transactions, as a value of a table: "12", and "12 transactions" where its heading is not seen. */
export function countValue(count: number, t: Translate, format: Format) {
  return { text: format.count(count), unit: t('analytics:counted', { count }) };
}
