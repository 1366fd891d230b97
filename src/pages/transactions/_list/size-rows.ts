import type { PeriodFigures } from '../../../domain/analytics/period-figures.ts';
import type { Dates } from '../../../domain/analytics/periods.ts';
import { amountsOf, type Size } from '../../../domain/analytics/sizes.ts';
import { smallestAmount, toDecimal } from '../../../domain/money.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import type { Format } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { rowsHref } from './list-address.ts';

export function sizeRows(
  { sizes, from, to }: Dates & Pick<PeriodFigures, 'sizes'>,
  currency: Currency,
  t: Translate,
  format: Format,
) {
  return sizes.map(({ size, count }) => ({
    label: sizeLabel(size, currency, t, format),
    href: rowsHref({ from, to }, { amountRange: amountRangeOf(size, currency) }),
    values: [{ size: count, text: format.count(count) }],
  }));
}

/** A size as its bounds: "1,000 and more". */
export function sizeLabel(size: Size, currency: Currency, t: Translate, format: Format): string {
  const { from, to } = amountsOf(size, currency);
  if (to === undefined) return t('insights:sizeOver', { from: format.money(from) });
  if (from === 0) return t('insights:sizeUnder', { to: format.money(to + smallestAmount(currency)) });
  return t('common:fromTo', { from: format.money(from), to: format.money(to) });
}

/** The bounds of a size as the list's filter, such as `10-49.99`. */
export function amountRangeOf(size: Size, currency: Currency): string {
  const { from, to } = amountsOf(size, currency);
  return `${from === 0 ? '' : toDecimal(from)}-${to === undefined ? '' : toDecimal(to)}`;
}
