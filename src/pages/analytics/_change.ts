import type { Growth } from '../../domain/growth.ts';
import type { Format } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/** A savings rate in words, or why there is none. @param income minor units */
export function savingsText(rate: number | null, income: number, t: Translate, format: Format): string {
  if (rate !== null) return format.percent(rate);
  return t(income === 0 ? 'analytics:noIncome' : 'analytics:littleIncome');
}

/**
 * A change in words: "12% more", or why there is none.
 */
export function changeText({ change, reason }: Growth, t: Translate, format: Format): string {
  if (change === null)
    return t(reason === 'nothing_before' ? 'analytics:nothingBefore' : 'analytics:littleBefore');
  const percent = format.percent(Math.abs(change));
  if (percent === format.percent(0)) return t('analytics:same');
  return t(change > 0 ? 'analytics:more' : 'analytics:less', { percent });
}
