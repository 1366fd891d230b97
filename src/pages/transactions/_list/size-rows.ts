import { BUCKETS, type Bucket } from '../../../domain/insights/batch.ts';
import type { Format } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** A row of the chart for each size of expense, the smallest first. */
export function sizeRows(distribution: Record<Bucket, number>, t: Translate, format: Format) {
  return BUCKETS.map(([bucket, end], index) => ({
    label: labelOf(BUCKETS[index - 1]?.[1], end, t, format),
    values: [{ size: distribution[bucket], text: format.count(distribution[bucket]) }],
  }));
}

function labelOf(from: number | undefined, end: number, t: Translate, format: Format): string {
  if (from === undefined) return t('insights:sizeUnder', { to: format.money(end) });
  if (!Number.isFinite(end)) return t('insights:sizeOver', { from: format.money(from) });
  return t('insights:sizeBetween', { from: format.money(from), to: format.money(end) });
}
