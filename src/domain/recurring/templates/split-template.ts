import type { TemplateRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { SignedIn } from '../../context.ts';
import { newId } from '../../id.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { nextVersion } from '../../version.ts';
import { generate, withProgress } from '../generation/generate.ts';
import { pruneOccurrences, rewriteOccurrences } from '../generation/write-occurrences.ts';
import { copySkipped, findOccurrences } from '../occurrences/occurrences.queries.ts';
import { dayNumber, weekdayOf } from '../schedule/days.ts';
import { countBefore, lastBefore, nextOccurrence } from '../schedule/occurrence-dates.ts';
import type { TemplateChanges } from './template.schema.ts';
import { hasDifferentSchedule } from './template-changes.ts';
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

export interface Split {
  before: TemplateRow;
  after: TemplateRow;
  /** The first day that the change affects. */
  from: string;
  changes: TemplateChanges;
}

/**
 * The template from the first day of a change on: it starts on its first date, or on the later day that was sent, and
 * its days agree with that start. Null if no date remains.
 */
export function followingPart(split: Split): TemplateRow | null {
  const { after, from } = split;
  const max_occurrences = remainingCount(split);
  const rhythm = { ...after, ...anchor(split), max_occurrences: null };
  const first = max_occurrences === 0 ? null : nextOccurrence(rhythm, from);
  if (first === null) return null;
  const start_date = after.start_date >= from ? after.start_date : first;
  return { ...rhythm, start_date, max_occurrences, ...unusedDays(split, start_date) };
}

/**
 * Where the dates are counted from: a new start keeps its rhythm, and so does an unchanged schedule. A template that
 * becomes yearly goes on from its next date, so that it recurs on a day that the old one had, and a yearly one from its
 * next anniversary; any other starts anew.
 */
function anchor({ before, after, from }: Split): Partial<TemplateRow> {
  if (after.start_date !== before.start_date || !hasDifferentSchedule(before, after)) return {};
  if (after.interval_type !== 'yearly') return { start_date: from };
  const isYearly = before.interval_type === 'yearly';
  const days = isYearly ? { ...before, interval: 1, end_type: 'never' as const } : before;
  const start_date = nextOccurrence(days, from) ?? from;
  return isYearly ? { start_date } : { start_date, day_of_month: dayIn(start_date) };
}

/** The days that do not matter for the interval are those of the start, as in a new template. */
function unusedDays({ after, changes }: Split, start: string): Partial<TemplateRow> {
  const isInMonths = after.interval_type === 'monthly' || after.interval_type === 'yearly';
  return {
    ...(!isInMonths && { day_of_month: changes.day_of_month ?? dayIn(start) }),
    ...(after.interval_type !== 'weekly' && {
      day_of_week: changes.day_of_week ?? weekdayOf(dayNumber(start)),
    }),
  };
}

/** An unchanged number of occurrences includes those before the split; a new number starts at the split. */
function remainingCount({ before, after, from }: Split): number | null {
  if (after.max_occurrences === null || after.max_occurrences !== before.max_occurrences)
    return after.max_occurrences;
  return after.max_occurrences - countBefore(before, from);
}

function dayIn(date: string): number {
  return Number(date.slice(8));
}
