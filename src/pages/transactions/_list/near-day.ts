import { plusDays } from '../../../domain/calendar.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** A local calendar date in a word, if it is today or beside it. */
export function nearDay(date: string, today: string, t: Translate): string | undefined {
  if (date === today) return t('list:period.today');
  if (date === plusDays(today, -1)) return t('list:period.yesterday');
  return date === plusDays(today, 1) ? t('transactions:preset.tomorrow') : undefined;
}
