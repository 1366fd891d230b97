import { amountsOf, SIZE_NAMES, type Size } from '../../../domain/analytics/sizes.ts';
import { smallestAmount } from '../../../domain/money.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import type { Format } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** A row of the chart for each size of expense, the smallest first. */
export function sizeRows(
  distribution: Record<Size, number>,
  currency: Currency,
  t: Translate,
  format: Format,
) {
  return SIZE_NAMES.map((size) => ({
    label: sizeLabel(size, currency, t, format),
    values: [{ size: distribution[size], text: format.count(distribution[size]) }],
  }));
}

/** A size as its bounds: "1,000 and more". */
export function sizeLabel(size: Size, currency: Currency, t: Translate, format: Format): string {
  const { from, to } = amountsOf(size, currency);
  if (to === undefined) return t('insights:sizeOver', { from: format.money(from) });
  if (from === 0) return t('insights:sizeUnder', { to: format.money(to + smallestAmount(currency)) });
  return t('insights:sizeBetween', { from: format.money(from), to: format.money(to) });
}
