import type { TemplateRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { SignedIn } from '../../context.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { nextVersion } from '../../version.ts';
import { generate, withProgress } from '../generation/generate.ts';
import { pruneOccurrences, rewriteOccurrences } from '../generation/write-occurrences.ts';
import { copySkipped, findOccurrences } from '../occurrences/occurrences.queries.ts';
import { lastBefore, nextOccurrence } from '../schedule/occurrence-dates.ts';
import { insertTemplate, updateTemplate } from './templates.queries.ts';

/**
 * Ends a template the day before `from` and continues it with a new one that has the values of `part`. The occurrences
 * from that day on move to the new template, so that their ids stay; those that were not edited get the new values.
 */
export async function splitTemplate(
  ledger: Ledger,
  { now, viewer }: SignedIn,
  { before, part, from }: { before: TemplateRow; part: TemplateRow; from: string },
): Promise<{ template: TemplateRow; updated: number }> {
  const following: TemplateRow = {
    ...part,
    id: newId(now),
    generated_until: plusDays(from, -1),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
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

/** The template, ended on the day before `date` unless it ends earlier. */
export function endedBefore(template: TemplateRow, date: string, now: Date): TemplateRow {
  const last = plusDays(date, -1);
  const ownEnd = template.end_type === 'date' ? template.end_date : endByNumber(template, date);
  const ended: TemplateRow = {
    ...template,
    end_type: 'date',
    end_date: ownEnd !== null && ownEnd < last ? ownEnd : last,
    max_occurrences: null,
    updated_at: nextVersion(template, now),
  };
  return withProgress(ended, template.generated_until);
}

/** The day on which a template was over by its number of occurrences, if that was before a date. */
function endByNumber(template: TemplateRow, date: string): string | null {
  const isOver = template.end_type === 'occurrences' && nextOccurrence(template, date) === null;
  return isOver ? lastBefore(template, date) : null;
}
