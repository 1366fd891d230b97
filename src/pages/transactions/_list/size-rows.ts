import { amountsOf, SIZE_NAMES, type Size } from '../../../domain/analytics/sizes.ts';
import type { Format } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** A row of the chart for each size of expense, the smallest first. */
export function sizeRows(distribution: Record<Size, number>, t: Translate, format: Format) {
  return SIZE_NAMES.map((size) => ({
    label: sizeLabel(size, t, format),
    values: [{ size: distribution[size], text: format.count(distribution[size]) }],
  }));
}

/** A size as its bounds: "1,000 and more". */
export function sizeLabel(size: Size, t: Translate, format: Format): string {
  const { from, to } = amountsOf(size);
  if (to === undefined) return t('insights:sizeOver', { from: format.money(from) });
  if (from === 0) return t('insights:sizeUnder', { to: format.money(to + 1) });
  return t('insights:sizeBetween', { from: format.money(from), to: format.money(to) });
}
