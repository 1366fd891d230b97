import type { Format } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/**
 * A change in words: "12% more".
 * @param change 0.12; null where there was nothing before
 */
export function changeText(change: number | null, t: Translate, format: Format): string {
  if (change === null) return t('analytics:nothingBefore');
  const percent = format.percent(Math.abs(change));
  if (percent === format.percent(0)) return t('analytics:same');
  return t(change > 0 ? 'analytics:more' : 'analytics:less', { percent });
}
