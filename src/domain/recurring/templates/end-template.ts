import { plusDays } from '../../calendar.ts';
import { nextVersion } from '../../version.ts';
import { withProgress } from '../generation/generate.ts';
import { lastBefore, nextOccurrence } from '../schedule/occurrence-dates.ts';
import { type Template, trimmed } from './phases.ts';

/** The template as it was on the day before `date`, and ended on that day unless it ends earlier. */
export function endedBefore(template: Template, date: string, now: Date): Template {
  const last = plusDays(date, -1);
  const ownEnd = template.end_type === 'date' ? template.end_date : endByNumber(template, date);
  const ended: Template = {
    ...trimmed(template, last),
    end_type: 'date',
    end_date: ownEnd !== null && ownEnd < last ? ownEnd : last,
    max_occurrences: null,
    updated_at: nextVersion(template, now),
  };
  return withProgress(ended, template.generated_until);
}

/** The day on which a template was over by its number of occurrences, if that was before a date. */
function endByNumber(template: Template, date: string): string | null {
  const isOver = template.end_type === 'occurrences' && nextOccurrence(template, date) === null;
  return isOver ? lastBefore(template, date) : null;
}
