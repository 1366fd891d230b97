import type { TemplateRow } from '../../db/tables.ts';
import type { Format } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/** When a series is over: its last day, its number, or never. */
export function endWords(
  { end_type, end_date, max_occurrences }: Pick<TemplateRow, 'end_type' | 'end_date' | 'max_occurrences'>,
  t: Translate,
  format: Format,
): string {
  if (end_type === 'date' && end_date !== null) return format.date(end_date);
  if (end_type === 'occurrences' && max_occurrences !== null)
    return t('recurring:manager.endAfter', {
      count: max_occurrences,
      shown: format.count(max_occurrences),
    });
  return t('recurring:manager.endNever');
}
