import type { SkippedDateRow, TransactionRow } from '../../../db/tables.ts';
import { localNow, plusDays } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { GENERATED_DAYS_AHEAD } from '../generation/generate.ts';
import { findSkipped } from '../occurrences/occurrences.queries.ts';
import { occurrenceDate } from '../occurrences/read-occurrence.ts';
import { occurrencesBetween } from '../schedule/occurrence-dates.ts';
import { type Template, valuesOn } from '../templates/phases.ts';
import { findTemplates } from '../templates/templates.queries.ts';
import { type DateRange, findScheduled } from './upcoming.queries.ts';

/** An occurrence after today, skipped or not. */
export interface UpcomingOccurrence {
  templateId: string;
  /** The local calendar date of the transaction. */
  date: string;
  /** The date in the schedule of its template, by which it is skipped and unskipped. */
  occurrenceDate: string;
  description: string;
  type: TransactionRow['type'];
  /** Minor units. */
  amount: number;
  isSkipped: boolean;
  /** Whether it was edited individually. */
  isEdited: boolean;
}

/** The upcoming occurrences of one or all of the viewer's templates by date, skipped ones included. */
export async function listUpcoming(
  { db, viewer, now }: Reading,
  templateId?: string,
): Promise<UpcomingOccurrence[]> {
  const range = forecastRange(localNow(now, viewer.preferences.timezone).date);
  const scheduled = (await findScheduled(db, viewer.id, range, templateId)).map(fromTransaction);
  const skippedRows = await findSkipped(db, viewer.id);
  const templates = skippedRows.length > 0 ? await findTemplates(db, viewer.id) : [];
  const skipped = templates
    .filter(({ id }) => templateId === undefined || id === templateId)
    .flatMap((template) => skippedOccurrences(template, skippedRows, range));
  return [...scheduled, ...skipped].sort(byDate);
}

/** From tomorrow to the last day for which occurrences are generated. */
export function forecastRange(today: string): DateRange {
  return { from: plusDays(today, 1), to: plusDays(today, GENERATED_DAYS_AHEAD) };
}

function fromTransaction(row: TransactionRow): UpcomingOccurrence {
  return {
    templateId: row.template_id ?? '',
    date: row.date,
    occurrenceDate: occurrenceDate(row),
    description: row.description,
    type: row.type,
    amount: row.amount,
    isSkipped: false,
    isEdited: row.is_detached === 1,
  };
}

// A date may be skipped that is not in the schedule; it counts only if the schedule ever contains it.
function skippedOccurrences(
  template: Template,
  skippedRows: SkippedDateRow[],
  { from, to }: DateRange,
): UpcomingOccurrence[] {
  const templateId = template.id;
  const ownRows = skippedRows.filter(({ template_id }) => template_id === templateId);
  if (ownRows.length === 0 || template.is_active === 0) return [];
  const skipped = new Set(ownRows.map(({ date }) => date));
  return occurrencesBetween(template, from, to)
    .filter((date) => skipped.has(date))
    .map((date) => {
      const { description, type, amount } = valuesOn(template, date);
      return {
        templateId,
        date,
        occurrenceDate: date,
        description,
        type,
        amount,
        isSkipped: true,
        isEdited: false,
      };
    });
}

function byDate(one: UpcomingOccurrence, other: UpcomingOccurrence): number {
  return one.date < other.date ? -1 : one.date > other.date ? 1 : 0;
}
