import type { TemplateRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import type { Tx } from '../transact.ts';
import { countBefore } from './calendar/occurrences.ts';
import { changedTemplate } from './changed-template.ts';
import { endDifferently, fallDifferently, sayDifferent } from './compare.ts';
import { generate } from './generate.ts';
import { todayOf } from './progress.ts';
import { updateTemplate } from './queries.ts';
import { requireCurrent } from './require-current.ts';
import { resume } from './resume.ts';
import type { TemplateChanges } from './schema.ts';
import { prune, rewrite } from './series/align.ts';
import { splitTemplate } from './split.ts';
import { stop } from './stop.ts';
import { withTemplate } from './with-template.ts';

export interface Changed {
  template: TemplateRow;
  /** Transactions that are new or say something else now. */
  updated: number;
}

/**
 * Changes a series: from tomorrow or a later day on (`future`), or all of it with its past (`all`). What somebody has
 * edited, skipped or deleted by itself stays so. Where a change from a day on would touch what the past was made by,
 * the template ends the day before and a new one goes on; the new one is given back.
 * @throws DomainError NOT_FOUND, or VALIDATION_ERROR for fields that do not go together
 * @throws DomainError CONFLICT (409) when the series is not any more what the change is based on
 */
export function changeTemplate(context: SignedIn, id: string, changes: TemplateChanges): Promise<Changed> {
  return withTemplate(context, id, async (tx, before) => {
    const after = await changedTemplate(tx, context, before, changes);
    requireCurrent(before, after, changes.basedOn);
    const changed =
      changes.scope === 'all'
        ? await changeAll(tx, context, before, after)
        : await changeFollowing(tx, context, { before, after, changes });
    return switched(tx, context, changed, changes.is_active);
  });
}

async function changeAll(
  tx: Tx,
  { now }: SignedIn,
  before: TemplateRow,
  after: TemplateRow,
): Promise<Changed> {
  await updateTemplate(tx, after);
  if (!fallDifferently(before, after) && !endDifferently(before, after))
    return { template: after, updated: await rewrite(tx, after, now) };
  return realign(tx, after, now);
}

async function changeFollowing(
  tx: Tx,
  context: SignedIn,
  { before, after, changes }: { before: TemplateRow; after: TemplateRow; changes: TemplateChanges },
): Promise<Changed> {
  const tomorrow = plusDays(todayOf(after, context.now), 1);
  const from = changes.from !== undefined && changes.from > tomorrow ? changes.from : tomorrow;
  const isNew = sayDifferent(before, after) || fallDifferently(before, after);
  if (isNew && countBefore(before, from) > 0)
    return splitTemplate(tx, context, { before, after, from, changes });
  await updateTemplate(tx, after);
  if (isNew) return realign(tx, after, context.now);
  if (endDifferently(before, after)) return realign(tx, after, context.now, from);
  return { template: after, updated: 0 };
}

/** Brings what a template has made to the dates and words that it has now, from a day on or altogether. */
async function realign(tx: Tx, template: TemplateRow, now: Date, from?: string): Promise<Changed> {
  const removed = await prune(tx, template, from);
  const rewritten = await rewrite(tx, template, now, from);
  // A stopped template makes nothing: what it left out meanwhile is none of its dates.
  if (template.is_active === 0) return { template, updated: rewritten + removed };
  const start = plusDays(from ?? template.start_date, -1);
  const until = from !== undefined && template.generated_until < start ? template.generated_until : start;
  const { rows, templates } = await generate(tx, [{ ...template, generated_until: until }], now);
  return { template: templates[0] ?? template, updated: rewritten + removed + rows.length };
}

async function switched(
  tx: Tx,
  { now }: SignedIn,
  changed: Changed,
  isActive: boolean | undefined,
): Promise<Changed> {
  const { template, updated } = changed;
  if (isActive === undefined || isActive === (template.is_active === 1)) return changed;
  if (isActive) {
    const resumed = await resume(tx, template, now);
    return { template: resumed.template, updated: updated + resumed.generated };
  }
  const stopped = await stop(tx, template, now);
  return { template: stopped.template, updated: updated + stopped.removed };
}
