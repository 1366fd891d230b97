import type { TemplateRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import { nextVersion } from '../transactions/version.ts';
import { doneUntil } from './progress.ts';

/** The template as it is once it ends on the day before another, or when it ended anyway. */
export function endBefore(template: TemplateRow, date: string, now: Date): TemplateRow {
  const last = plusDays(date, -1);
  const own = template.end_type === 'date' ? template.end_date : null;
  const ended: TemplateRow = {
    ...template,
    end_type: 'date',
    end_date: own !== null && own < last ? own : last,
    max_occurrences: null,
    updated_at: nextVersion(template, now),
  };
  return doneUntil(ended, template.generated_until);
}
