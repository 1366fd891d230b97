import type { Format } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

/** As many rows as the style sheet leaves of a table that is not unfolded, or fewer on phones. */
const FEW = 6;

/** What unfolds all rows of a table whose first rows are always there; null where these are all. */
export function restOf(rows: number, t: Translate, format: Format): string | null {
  return rows > FEW ? t('analytics:allRows', { rows: format.count(rows) }) : null;
}
