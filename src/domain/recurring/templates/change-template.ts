import type { TemplateRow } from '../../../db/tables.ts';
import { plusDays } from '../../calendar.ts';
import type { SignedIn } from '../../context.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { requireCurrent } from '../../version.ts';
import { generate, withProgress } from '../generation/generate.ts';
import { pruneOccurrences, rewriteOccurrences } from '../generation/write-occurrences.ts';
import { countBefore, lastBefore, nextOccurrence } from '../schedule/occurrence-dates.ts';
import { localToday } from '../schedule/status.ts';
import { pause, resume } from './pause-template.ts';
import { withTemplate } from './read-templates.ts';
import { endedBefore, followingPart, splitTemplate } from './split-template.ts';
import type { TemplateChanges } from './template.schema.ts';
import {
  hasDifferentContent,
  hasDifferentEnd,
  hasDifferentSchedule,
  isDifferent,
  mergeChanges,
} from './template-changes.ts';
import { updateTemplate } from './templates.queries.ts';

export interface Changed {
  template: TemplateRow;
  /** The number of transactions that were added, removed or changed. */
  updated: number;
}

/**
 * Changes a template from tomorrow or a later day on (`future`), or with its past (`all`). Occurrences that were edited,
 * skipped or deleted individually stay so. If a change with scope `future` would also alter past occurrences, the
 * template is split: it ends the day before, and the returned template continues it.
 * @throws DomainError NOT_FOUND, or VALIDATION_ERROR for fields that contradict each other
 * @throws DomainError CONFLICT (409) when the template has changed since the version that the change is based on
 */
export function changeTemplate(context: SignedIn, id: string, changes: TemplateChanges): Promise<Changed> {
  return withTemplate(context, id, async (ledger, before) => {
    const after = await mergeChanges(ledger.tx, context, before, changes);
    requireCurrent(before, changes.basedOn, () => isDifferent(before, after));
    const changed =
      changes.scope === 'all'
        ? await changeAll(ledger, context, before, after)
        : await changeFollowing(ledger, context, { before, after, changes });
    const { template } = changed;
    if (template.id === id && template.category_id !== before.category_id) await ledger.forgetMoves([id]);
    return setActive(ledger, context, changed, changes.is_active);
  });
}

async function changeAll(
  ledger: Ledger,
  { now }: SignedIn,
  before: TemplateRow,
  after: TemplateRow,
): Promise<Changed> {
  await updateTemplate(ledger.tx, after);
  // The past may have other values, of before the template was over; a new name, rhythm or end is nothing to them.
  const keepsValues = isDifferent(before, after) && !hasDifferentContent(before, after);
  if (hasDifferentSchedule(before, after)) return realign(ledger, after, { now, keepsValues });
  if (hasDifferentEnd(before, after))
    return realign(ledger, after, { now, keepsValues, generateFrom: firstMissing(before, now) });
  return { template: after, updated: keepsValues ? 0 : await rewriteOccurrences(ledger, after, now) };
}

/** Where a later end adds dates: after the last one of a template that is over. */
function firstMissing(before: TemplateRow, now: Date): string {
  const tomorrow = plusDays(localToday(before, now), 1);
  const isOver = nextOccurrence(before, tomorrow) === null;
  return isOver ? plusDays(lastBefore(before, tomorrow) ?? before.start_date, 1) : tomorrow;
}

async function changeFollowing(
  ledger: Ledger,
  context: SignedIn,
  { before, after, changes }: { before: TemplateRow; after: TemplateRow; changes: TemplateChanges },
): Promise<Changed> {
  const tomorrow = plusDays(localToday(after, context.now), 1);
  const from = changes.from !== undefined && changes.from > tomorrow ? changes.from : tomorrow;
  const isMoved = hasDifferentSchedule(before, after);
  const isNew = isMoved || hasDifferentContent(before, after);
  const hasPast = countBefore(before, from) > 0;
  if (isNew && (hasPast || (isMoved && after.start_date < from))) {
    const part = followingPart({ before, after, from, changes });
    if (!part) return endTemplate(ledger, context, { before, after, from, tomorrow });
    if (hasPast) return splitTemplate(ledger, context, { before, part, from });
    await updateTemplate(ledger.tx, part);
    return realign(ledger, part, { now: context.now, from });
  }
  await updateTemplate(ledger.tx, after);
  if (isNew) return realign(ledger, after, { now: context.now, from });
  if (!hasDifferentEnd(before, after)) return { template: after, updated: 0 };
  // An end names its own day.
  return realign(ledger, after, { now: context.now, from: tomorrow });
}

/**
 * A change that leaves no date from a day on: the template keeps its days before it, with the values of those that are
 * upcoming, and ends there.
 */
async function endTemplate(
  ledger: Ledger,
  { now }: SignedIn,
  {
    before,
    after,
    from,
    tomorrow,
  }: { before: TemplateRow; after: TemplateRow; from: string; tomorrow: string },
): Promise<Changed> {
  const { end_type, end_date, max_occurrences, updated_at } = after;
  const { interval_type, interval, day_of_month, day_of_week, start_date } = before;
  const template =
    from > tomorrow
      ? { ...before, end_type, end_date, max_occurrences, updated_at }
      : { ...after, interval_type, interval, day_of_month, day_of_week, start_date };
  const ended =
    nextOccurrence(template, from) === null
      ? withProgress(template, template.generated_until)
      : endedBefore(template, from, now);
  await updateTemplate(ledger.tx, ended);
  return realign(ledger, ended, { now, from: tomorrow });
}

/**
 * Brings the occurrences of a template from a day on, or all of them, in line with its dates and values.
 * @param days `generateFrom`: the first day that may lack occurrences, if it is another one; `keepsValues`: only the
 * dates are brought in line
 */
async function realign(
  ledger: Ledger,
  template: TemplateRow,
  days: { now: Date; from?: string; generateFrom?: string; keepsValues?: boolean },
): Promise<Changed> {
  const { now, from, generateFrom = from, keepsValues = false } = days;
  const removed = await pruneOccurrences(ledger, template, from);
  const rewritten = keepsValues ? 0 : await rewriteOccurrences(ledger, template, now, from);
  // A paused template generates nothing; the dates of the pause stay without occurrences.
  if (template.is_active === 0) return { template, updated: rewritten + removed };
  const start = plusDays(generateFrom ?? template.start_date, -1);
  const isBehind = generateFrom !== undefined && template.generated_until < start;
  const until = isBehind ? template.generated_until : start;
  const { rows, templates } = await generate(ledger, [{ ...template, generated_until: until }], now);
  return { template: templates[0] ?? template, updated: rewritten + removed + rows.length };
}

async function setActive(
  ledger: Ledger,
  { now }: SignedIn,
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
