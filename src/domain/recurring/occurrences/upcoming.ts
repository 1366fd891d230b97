import type { SkippedDateRow, TransactionRow } from '../../../db/tables.ts';
import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { GENERATED_DAYS_AHEAD } from '../generation/generate.ts';
import { occurrencesBetween } from '../schedule/occurrence-dates.ts';
import { shownType, type Template, valuesOn } from '../templates/phases.ts';
import { findTemplates } from '../templates/templates.queries.ts';
import { findByDay, findSkipped } from './occurrences.queries.ts';
import { occurrenceDate } from './read.ts';

export interface UpcomingOccurrence {
  templateId: string;
  date: string;
  /** The date in the schedule, by which it is skipped and unskipped. */
  occurrenceDate: string;
  description: string;
  type: TransactionRow['type'] | 'transfer';
  amount: number;
  isSkipped: boolean;
  isEdited: boolean;
}

export async function listUpcoming(
  { db, viewer, now }: Reading,
  templateId?: string,
): Promise<UpcomingOccurrence[]> {
  const days = daysAhead(todayOf({ viewer, now }));
  const scheduled = (await findByDay(db, viewer.id, { templateId, ...days })).map(fromTransaction);
  const skipped = Map.groupBy(await findSkipped(db, viewer.id), ({ template_id }) => template_id);
  const templates = skipped.size > 0 ? await findTemplates(db, viewer.id) : [];
  const skippedAhead = templates
    .filter(({ id, is_active }) => is_active === 1 && (templateId === undefined || id === templateId))
    .flatMap((template) => skippedOccurrences(template, skipped.get(template.id) ?? [], days));
  return [...scheduled, ...skippedAhead].sort((one, other) =>
    one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
  );
}

export function daysAhead(today: string): { after: string; until: string } {
  return { after: today, until: plusDays(today, GENERATED_DAYS_AHEAD) };
}

function fromTransaction(row: TransactionRow): UpcomingOccurrence {
  const { date, description, amount } = row;
  const type = row.transfer_id === null ? row.type : 'transfer';
  return {
    templateId: row.template_id ?? '',
    ...{ date, description, type, amount },
    occurrenceDate: occurrenceDate(row),
    isSkipped: false,
    isEdited: row.is_detached === 1,
  };
}

// Skipped dates that are not in the schedule are left out.
function skippedOccurrences(
  template: Template,
  rows: SkippedDateRow[],
  { after, until }: ReturnType<typeof daysAhead>,
): UpcomingOccurrence[] {
  if (rows.length === 0) return [];
  const skipped = new Set(rows.map(({ date }) => date));
  return occurrencesBetween(template, plusDays(after, 1), until)
    .filter((date) => skipped.has(date))
    .map((date) => {
      const { description, amount, ...values } = valuesOn(template, date);
      const type = shownType(values);
      return {
        templateId: template.id,
        ...{ date, description, type, amount },
        occurrenceDate: date,
        isSkipped: true,
        isEdited: false,
      };
    });
}
