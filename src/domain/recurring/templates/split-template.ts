import type { TemplateRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { SignedIn } from '../../context.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { nextVersion } from '../../version.ts';
import { generate, withProgress } from '../generation/generate.ts';
import { pruneOccurrences, rewriteOccurrences } from '../generation/write-occurrences.ts';
import { copySkipped, findOccurrences } from '../occurrences/occurrences.queries.ts';
import { countBefore, nextOccurrence } from '../schedule/occurrence-dates.ts';
import type { TemplateChanges } from './template.schema.ts';
import { hasDifferentSchedule } from './template-changes.ts';
import { insertTemplate, updateTemplate } from './templates.queries.ts';

interface Split {
  before: TemplateRow;
  after: TemplateRow;
  /** The first day of the new template. */
  from: string;
  changes: TemplateChanges;
}

/**
 * Ends a template the day before `from` and continues it with a new one that has the values of `after`. The occurrences
 * from that day on move to the new template, so that their ids stay; those that were not edited get the new values. A
 * template without further dates is changed and not split.
 */
export async function splitTemplate(
  ledger: Ledger,
  { now, viewer }: SignedIn,
  split: Split,
): Promise<{ template: TemplateRow; updated: number }> {
  const { before, from } = split;
  const start = startDate(split);
  const following: TemplateRow = {
    ...split.after,
    id: newId(now),
    start_date: start ?? from,
    max_occurrences: remainingCount(split),
    generated_until: plusDays(from, -1),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  if (start === null || nextOccurrence(following, from) === null) {
    await updateTemplate(ledger.tx, split.after);
    return { template: split.after, updated: 0 };
  }
  await insertTemplate(ledger.tx, following);
  await updateTemplate(ledger.tx, endedBefore(before, from, now));
  await copySkipped(ledger.tx, viewer.id, { from: before.id, to: following.id, since: from });
  const moved = await findOccurrences(ledger.tx, viewer.id, { templateId: before.id, from });
  await ledger.update(moved.map((row) => ({ ...row, template_id: following.id })));
  const updated =
    (await pruneOccurrences(ledger, following, from)) +
    (await rewriteOccurrences(ledger, following, now, from));
  const { rows, templates } = await generate(ledger, [following], now);
  return { template: templates[0] ?? following, updated: updated + rows.length };
}

/** The first day of the new template: the next date of the old one, if any, unless the schedule changes. */
function startDate({ before, after, from }: Split): string | null {
  if (after.start_date !== before.start_date) return after.start_date;
  if (!hasDifferentSchedule(before, after)) return nextOccurrence(after, from);
  return after.interval_type === 'yearly' ? (nextOccurrence(before, from) ?? from) : from;
}

/** An unchanged number of occurrences includes those before the split; a new number starts at the split. */
function remainingCount({ before, after, from }: Split): number | null {
  if (after.max_occurrences === null || after.max_occurrences !== before.max_occurrences)
    return after.max_occurrences;
  return after.max_occurrences - countBefore(before, from);
}

/** The template, ended on the day before `date` unless it ends earlier. */
export function endedBefore(template: TemplateRow, date: string, now: Date): TemplateRow {
  const last = plusDays(date, -1);
  const ownEnd = template.end_type === 'date' ? template.end_date : null;
  const ended: TemplateRow = {
    ...template,
    end_type: 'date',
    end_date: ownEnd !== null && ownEnd < last ? ownEnd : last,
    max_occurrences: null,
    updated_at: nextVersion(template, now),
  };
  return withProgress(ended, template.generated_until);
}
