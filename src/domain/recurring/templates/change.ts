import { endOfMonth, plusDays, startOfMonth, startOfWeek } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { errorsThrownBy, type FieldError } from '../../error.ts';
import { type Ledger, newDeletion } from '../../ledger/ledger.ts';
import { forgetMoves } from '../../ledger/moved.queries.ts';
import type { Deletion } from '../../ledger/removed.ts';
import { moveTrashedDates, trashTemplate } from '../../ledger/trash.queries.ts';
import { requireUnlockedWork } from '../../money-accounts/checks/lock.ts';
import { requireCurrent } from '../../version.ts';
import { generate } from '../generation/generate.ts';
import { pruneOccurrences, rewriteOccurrences } from '../generation/write-occurrences.ts';
import {
  deleteSkipped,
  findOccurrences,
  findSkippedDates,
  insertSkipped,
} from '../occurrences/occurrences.queries.ts';
import { lastBefore, nextOccurrence, occurrencesBetween } from '../schedule/occurrence-dates.ts';
import { localToday } from '../schedule/status.ts';
import {
  type AskedChanges,
  hasDifferentContent,
  hasDifferentEnd,
  hasDifferentSchedule,
  isDifferent,
  type Merged,
  mergeChanges,
} from './merge-changes.ts';
import { pause, resume } from './pause.ts';
import { asNext, asOn, phaseKey, startOf, type Template } from './phases.ts';
import { requireTemplate, withTemplate } from './read.ts';
import type { TemplateChanges } from './schema.ts';
import { saveTemplate } from './templates.queries.ts';

/** What is wrong with changes of a template. @throws DomainError NOT_FOUND */
export async function changedTemplateErrors(
  context: Reading,
  id: string,
  changes: TemplateChanges,
): Promise<FieldError[]> {
  return errorsThrownBy(mergeChanges(context.db, context, await requireTemplate(context, id), changes));
}

export interface Changed {
  template: Template;
  updated: number;
}

/**
 * Changes the sent fields of a template from tomorrow or a later day on (`future`), or with its past (`all`), in each
 * affected phase. Occurrences that were edited, skipped or deleted individually stay as they are, and so does their number.
 * @returns the id that undoes the change; null if nothing has changed, or if the template was paused or resumed; and the
 * first date that has the change, if those before it do not
 * @throws DomainError NOT_FOUND, or VALIDATION_ERROR for fields that contradict each other
 * @throws DomainError CONFLICT (409) when the template has changed since the version that the change is based on
 * @throws DomainError LOCKED (409) where what a check against the bank found right would change
 */
export function changeTemplate(
  context: Writing,
  id: string,
  changes: AskedChanges,
  deletion: Deletion = newDeletion(context.now),
): Promise<Changed & { undoId: string | null; from: string | null }> {
  return withTemplate(context, id, async (ledger, stored) => {
    const before = await generatedByNow(ledger, stored, context.now);
    const merged = await mergeChanges(ledger.tx, context, before, changes);
    const { after, content } = merged;
    requireCurrent(asNext(before, context.now), changes.basedOn, () => isDifferent(before, after));
    const skipped = await findSkippedDates(ledger.tx, before.user_id, id);
    await saveTemplate(ledger.tx, after);
    const isRecategorised = content.category || content.fields.type;
    if (isRecategorised)
      await forgetMoves(ledger, [id, ...after.earlier.map((phase) => phaseKey(id, phase))]);
    const { moved, ...changed } = await requireUnlockedWork(context, ledger, () =>
      changeOccurrences(ledger, context, { before, deletion }, merged),
    );
    const done = await setActive(ledger, context, changed, changes.is_active);
    const { first } = merged;
    const isOfDates = hasDifferentContent(before, after) || hasDifferentSchedule(before, after);
    const from = first !== null && isOfDates ? nextOccurrence(after, first) : null;
    if (done !== changed || !isDifferent(before, after)) return { ...done, undoId: null, from };
    await trashTemplate(ledger, { template: before, skipped, moved }, deletion);
    return { ...done, undoId: deletion.id, from };
  });
}

/** Generates up to today first, so that occurrences that were due get the dates and values of before the change. */
async function generatedByNow(ledger: Ledger, template: Template, now: Date): Promise<Template> {
  if (template.generated_until >= localToday(template, now)) return template;
  return (await generate(ledger, [template], now)).templates[0] ?? template;
}

async function changeOccurrences(
  ledger: Ledger,
  { now }: Reading,
  { before, deletion }: { before: Template; deletion: Deletion },
  { after, content, first, tomorrow }: Merged,
): Promise<Changed & { moved: string[] }> {
  const isMoved = hasDifferentSchedule(before, after);
  const hasNewEnd = hasDifferentEnd(before, after);
  const hasNewDates = isMoved || hasNewEnd;
  // A new end has its own day, which may lie before `first`.
  const prunedFrom = hasNewEnd && first !== null ? tomorrow : (first ?? undefined);
  const removed = hasNewDates ? await pruneOccurrences(ledger, after, { from: prunedFrom, deletion }) : 0;
  const moved = isMoved ? await moveKept(ledger, { before, after, deletion }, first ?? '') : [];
  const hasContent = content.category || content.money || Object.keys(content.fields).length > 0;
  const rewritten = hasContent
    ? await rewriteOccurrences(ledger, after, content, { now, from: first ?? undefined, deletion })
    : 0;
  const updated = removed + rewritten;
  // A paused template generates nothing; the dates of the pause stay without occurrences.
  if (!hasNewDates || after.is_active === 0) return { template: after, updated, moved };
  const from = first !== null ? tomorrow : isMoved ? startOf(after) : firstMissing(before, tomorrow);
  const start = plusDays(from, -1);
  const isBehind = after.generated_until < start;
  const generated_until = isBehind ? after.generated_until : start;
  const { rows, templates } = await generate(ledger, [{ ...after, generated_until }], now);
  return { template: templates[0] ?? after, updated: updated + rows.length, moved };
}

/**
 * What was edited or skipped separately keeps its month or week: it takes the date there of the changed rhythm, also in
 * the trash, so that nothing is generated beside it.
 * @returns the dates that are skipped now instead of others
 */
async function moveKept(
  ledger: Ledger,
  { before, after, deletion }: { before: Template; after: Template; deletion: Deletion },
  from: string,
): Promise<string[]> {
  const { tx, userId } = ledger;
  const { id: templateId } = after;
  const rows = await findOccurrences(tx, userId, { templateId, from });
  const skipped = (await findSkippedDates(tx, userId, templateId)).filter((date) => date >= from);
  const taken = new Set([...rows.map(({ occurrence_date }) => occurrence_date ?? ''), ...skipped]);
  const moves = new Map<string, string>();
  const movedTo = (date: string) => {
    const isAlike = asOn(before, date).interval_type === asOn(after, date).interval_type;
    if (!isAlike || nextOccurrence(after, date) === date) return undefined;
    const to = datesBeside(after, date).find((one) => one >= from && !taken.has(one));
    if (to) {
      taken.add(to);
      moves.set(date, to);
    }
    return to;
  };
  const moved = rows.flatMap((row) => {
    const to = row.is_detached === 1 && movedTo(row.occurrence_date ?? '');
    return to ? { ...row, occurrence_date: to } : [];
  });
  const others: string[] = [];
  for (const date of skipped) {
    const to = movedTo(date);
    if (!to) continue;
    others.push(to);
    await deleteSkipped(tx, { user_id: userId, template_id: templateId, date });
    await insertSkipped(tx, [{ user_id: userId, template_id: templateId, date: to }]);
  }
  // What this change itself puts into the trash keeps its date.
  await moveTrashedDates(ledger, templateId, moves);
  if (moved.length > 0) await ledger.update(moved, deletion);
  return others;
}

/** The dates of a template in the month of a day, or in its week, which always begins on the same day. */
function datesBeside(template: Template, date: string): string[] {
  const { interval_type } = asOn(template, date);
  if (interval_type === 'daily') return [];
  return interval_type === 'weekly'
    ? occurrencesBetween(template, startOfWeek(date, 'sunday'), plusDays(startOfWeek(date, 'sunday'), 6))
    : occurrencesBetween(template, startOfMonth(date), endOfMonth(date));
}

/** The first day that a later end adds: after the last date if the template has ended, otherwise tomorrow. */
function firstMissing(before: Template, tomorrow: string): string {
  const hasEnded = nextOccurrence(before, tomorrow) === null;
  return hasEnded ? plusDays(lastBefore(before, tomorrow) ?? startOf(before), 1) : tomorrow;
}

async function setActive(
  ledger: Ledger,
  { now }: Reading,
  changed: Changed,
  isActive: boolean | undefined,
): Promise<Changed> {
  const { template, updated } = changed;
  if (isActive === undefined || isActive === (template.is_active === 1)) return changed;
  if (isActive) {
    const resumed = await resume(ledger, template, now);
    return { template: resumed.template, updated: updated + resumed.generated };
  }
  const paused = await pause(ledger, template, now);
  return { template: paused.template, updated: updated + paused.removed };
}
