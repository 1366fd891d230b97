import type { TemplateRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { newId } from '../id.ts';
import type { Tx } from '../transact.ts';
import { countBefore, nextOccurrence } from './calendar/occurrences.ts';
import { fallDifferently } from './compare.ts';
import { endBefore } from './end-before.ts';
import { generate } from './generate.ts';
import { copySkipped, insertTemplate, updateTemplate } from './queries.ts';
import type { TemplateChanges } from './schema.ts';
import { prune, rewrite } from './series/align.ts';
import { handOver } from './series/queries.ts';

interface Split {
  before: TemplateRow;
  after: TemplateRow;
  /** The first day of the new template. */
  from: string;
  changes: TemplateChanges;
}

/**
 * Ends a template the day before `from` and lets a new one go on from there as `after` says. What was made for those
 * days goes over to the new one, edited or not, so that ids stay; only what nobody has edited is changed. A template
 * that has nothing to come only keeps the change for itself.
 */
export async function splitTemplate(
  tx: Tx,
  { now, viewer }: SignedIn,
  split: Split,
): Promise<{ template: TemplateRow; updated: number }> {
  const { before, from } = split;
  const following: TemplateRow = {
    ...split.after,
    id: newId(now),
    start_date: startOf(split),
    max_occurrences: numberLeft(split),
    generated_until: plusDays(from, -1),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  if (nextOccurrence(following, from) === null) {
    await updateTemplate(tx, split.after);
    return { template: split.after, updated: 0 };
  }
  await insertTemplate(tx, following);
  await updateTemplate(tx, endBefore(before, from, now));
  const ways = { from: before.id, to: following.id, since: from };
  await copySkipped(tx, viewer.id, ways);
  await handOver(tx, viewer.id, ways);
  const updated = (await prune(tx, following, from)) + (await rewrite(tx, following, now, from));
  const { rows, templates } = await generate(tx, [following], now);
  return { template: templates[0] ?? following, updated: updated + rows.length };
}

/** Where the new template begins: in step with the old one, unless it is to fall on other days. */
function startOf({ before, after, from }: Split): string {
  if (after.start_date !== before.start_date) return after.start_date;
  const next = nextOccurrence(before, from) ?? from;
  return fallDifferently(before, after) && after.interval_type !== 'yearly' ? from : next;
}

/** A number that was not changed counts from the very beginning, a new one from now on. */
function numberLeft({ before, after, from }: Split): number | null {
  if (after.max_occurrences === null || after.max_occurrences !== before.max_occurrences)
    return after.max_occurrences;
  return after.max_occurrences - countBefore(before, from);
}
