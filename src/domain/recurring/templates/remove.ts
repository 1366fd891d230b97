import type { TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { plusDays } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { type Ledger, newDeletion } from '../../ledger/ledger.ts';
import {
  isTrashedSince,
  type RestorableTemplate,
  type TrashedTemplate,
  trashTemplate,
} from '../../ledger/trash.queries.ts';
import { requireUnlockedWork } from '../../money-accounts/checks/lock.ts';
import { nextVersion, requireSeen } from '../../version.ts';
import { generate, withProgress } from '../generation/generate.ts';
import { deleteGeneratedSince, deleteOccurrences } from '../generation/write-occurrences.ts';
import {
  deleteSkipped,
  type Extent,
  findExtent,
  findOccurrences,
  findSkippedDates,
  insertSkipped,
} from '../occurrences/occurrences.queries.ts';
import { lastBefore, nextOccurrence } from '../schedule/occurrence-dates.ts';
import { hasBegun, localToday, statusOf } from '../schedule/status.ts';
import { type Template, trimmed } from './phases.ts';
import { requireTemplate, withTemplate } from './read.ts';
import type { SCOPES_OF_REMOVAL } from './schema.ts';
import { deleteTemplate, findTemplate, saveTemplate } from './templates.queries.ts';

export type { Extent };

export interface Removal {
  deleted: number;
  /** The id of the deletion, which restores everything. */
  undoId: string;
}

/** Deletes a template with what is upcoming (`template`) or whole (`all`), or ends it (`future`). @throws NOT_FOUND */
export function removeTemplate(
  context: Writing,
  id: string,
  scope: (typeof SCOPES_OF_REMOVAL)[number],
): Promise<Removal & { isEnded: boolean }> {
  return withTemplate(context, id, async (ledger, template) => {
    const after = localToday(template, context.now);
    const range = { templateId: id, ...(scope !== 'all' && { after }) };
    const rows = await findOccurrences(ledger.tx, template.user_id, range);
    // A template without a past date would end before it starts.
    const canEnd = scope === 'future' && hasBegun(template, after);
    const ended = canEnd ? endedBefore(template, plusDays(after, 1), context.now) : null;
    const removal = await removeWithOccurrences(ledger, context, { template, ended, rows });
    return { ...removal, isEnded: ended !== null };
  });
}

/**
 * Deletes a template that was just added, with all of its occurrences.
 * @param basedOn the version when it was added; by default that of its creation
 * @throws DomainError NOT_FOUND when it has been deleted since, CONFLICT (409) when it has been changed since
 */
export function undoAddTemplate(
  context: Writing,
  { id, basedOn }: { id: string; basedOn?: string | undefined },
): Promise<{ name: string; undoId: string }> {
  return withTemplate(context, id, async (ledger, template) => {
    requireSeen(template, basedOn ?? template.created_at);
    const { undoId } = await removeTemplate({ ...context, db: ledger.tx }, id, 'all');
    return { name: template.name, undoId };
  });
}

/**
 * Deletes occurrences and their template, or ends the template; one restore undoes everything.
 * @throws DomainError LOCKED (409) where a check against the bank found occurrences right
 */
export async function removeWithOccurrences(
  ledger: Ledger,
  context: Writing,
  removed: { template: Template | undefined; ended: Template | null; rows: TransactionRow[] },
): Promise<Removal> {
  const { now, viewer } = context;
  const { template, ended, rows } = removed;
  const deletion = newDeletion(now);
  if (template) {
    const skipped = await findSkippedDates(ledger.tx, viewer.id, template.id);
    await trashTemplate(ledger, { template, skipped }, deletion);
    if (ended) await saveTemplate(ledger.tx, ended);
    else await deleteTemplate(ledger.tx, viewer.id, template.id);
  }
  const deleted = await requireUnlockedWork(context, ledger, () => deleteOccurrences(ledger, rows, deletion));
  return { deleted: deleted.length, undoId: deletion.id };
}

/** Whether a template is unchanged since a deletion: restoring would lose later edits and deletions. */
export async function isAsLeft(
  ledger: Ledger,
  { template, deletedAt }: RestorableTemplate,
): Promise<boolean> {
  if (await isTrashedSince(ledger, template, deletedAt)) return false;
  const remaining = await findTemplate(ledger.tx, template.user_id, template.id);
  return !remaining || remaining.updated_at === nextVersion(template, new Date(deletedAt));
}

/** Restores templates to before a deletion; a skipped date whose occurrence was restored since stays unskipped. */
export async function restoreTemplates(tx: Tx, trashed: TrashedTemplate[]): Promise<void> {
  for (const { template, skipped } of trashed) {
    const { user_id, id: template_id } = template;
    await saveTemplate(tx, template);
    if (skipped.length === 0) continue;
    const restored = await findOccurrences(tx, user_id, { templateId: template_id, dates: skipped });
    const dates = new Set(restored.map(({ occurrence_date }) => occurrence_date));
    await insertSkipped(
      tx,
      skipped.filter((date) => !dates.has(date)).map((date) => ({ user_id, template_id, date })),
    );
  }
}

/** Takes back what a change of a template, which is restored, has generated and skipped. */
export async function undoChange(
  ledger: Ledger,
  { template, moved = [], deletedAt }: RestorableTemplate,
  now: Date,
): Promise<void> {
  const { user_id, id: template_id } = template;
  for (const date of moved) await deleteSkipped(ledger.tx, { user_id, template_id, date });
  await deleteGeneratedSince(ledger, template, deletedAt);
  await generate(ledger, [template], now);
}

/** The scopes that differ in their effect. @throws DomainError NOT_FOUND */
export async function readRemovalImpact(
  context: Reading,
  id: string,
): Promise<Map<(typeof SCOPES_OF_REMOVAL)[number], Extent>> {
  const { db, viewer, now } = context;
  const row = await requireTemplate(context, id);
  const after = localToday(row, now);
  const upcoming = await findExtent(db, viewer.id, { templateId: id, after });
  const canEnd = statusOf(row, now) !== 'ended' && hasBegun(row, after);
  const whole = await findExtent(db, viewer.id, { templateId: id });
  return new Map([
    ['template', upcoming],
    ...(canEnd ? ([['future', upcoming]] as const) : []),
    ...(whole.count > upcoming.count ? ([['all', whole]] as const) : []),
  ]);
}

/** The template as it was on the day before `date`, ended on that day unless it ends earlier. */
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

/** The last day of a template that reached its number of occurrences before a date. */
function endByNumber(template: Template, date: string): string | null {
  const isOver = template.end_type === 'occurrences' && nextOccurrence(template, date) === null;
  return isOver ? lastBefore(template, date) : null;
}
