import type { TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import type { Reading, Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { type Ledger, newDeletion } from '../../ledger/ledger.ts';
import { forgetSkips, trashSkips } from '../../ledger/trash.queries.ts';
import { requireUnlockedWork } from '../../money-accounts/checks/lock.ts';
import { deleteOccurrences, insertOccurrences } from '../generation/write-occurrences.ts';
import { nextOccurrence } from '../schedule/occurrence-dates.ts';
import type { Template } from '../templates/phases.ts';
import { withTemplate } from '../templates/read.ts';
import { findExisting, findTemplate } from '../templates/templates.queries.ts';
import { deleteSkipped, findOccurrences, findSkippedDates, insertSkipped } from './occurrences.queries.ts';

/**
 * Skips dates of a template: their occurrences are deleted, and not generated again until the dates are unskipped.
 * @returns the number of deleted transactions, and the id that undoes the skip; null if nothing was skipped
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR for a date that is not in the schedule, LOCKED (409) for a transaction
 * that a check against the bank found right
 */
export function skipDates(
  context: Writing,
  id: string,
  dates: string[],
): Promise<{ skipped: string[]; removed: number; undoId: string | null }> {
  return withTemplate(context, id, async (ledger, template) => {
    const { user_id, id: templateId } = template;
    const rows = await findOccurrences(ledger.tx, user_id, { templateId, dates });
    // After a change of the schedule, transactions and skips may remain on dates of the earlier one.
    const existing = new Set(rows.map((row) => row.occurrence_date));
    const skippedBefore = new Set(await findSkippedDates(ledger.tx, user_id, id));
    const added = dates.filter((date) => !skippedBefore.has(date));
    const foreign = added.find((date) => !existing.has(date) && nextOccurrence(template, date) !== date);
    if (foreign) throw invalid({ field: 'dates', message: 'errors:skipDateUnscheduled', date: foreign });
    await insertSkipped(
      ledger.tx,
      added.map((date) => ({ user_id, template_id: templateId, date })),
    );
    const deletion = newDeletion(context.now);
    const removed = await requireUnlockedWork(context, ledger, () =>
      deleteOccurrences(ledger, rows, deletion),
    );
    // The other dates are unskipped when their transactions are restored.
    const empty = added.filter((date) => !existing.has(date));
    if (empty.length > 0) await trashSkips(ledger, { templateId, dates: empty }, deletion);
    const isUndoable = empty.length > 0 || removed.length > 0;
    return { skipped: dates, removed: removed.length, undoId: isUndoable ? deletion.id : null };
  });
}

/**
 * Unskips dates and generates the occurrences that would exist by now, with the template's values on their dates; a
 * paused template generates none.
 * @returns the dates that were skipped before, and the number of generated transactions
 * @throws DomainError NOT_FOUND
 */
export function unskipDates(
  context: Writing,
  id: string,
  dates: string[],
): Promise<{ template: Template; unskipped: string[]; generated: number }> {
  return withTemplate(context, id, async (ledger, template) => {
    const skipped = new Set(await findSkippedDates(ledger.tx, template.user_id, id));
    const unskipped = dates.filter((date) => skipped.has(date));
    return { template, unskipped, generated: await unskipIn(ledger, template, unskipped, context.now) };
  });
}

/** Undoes the skipping of dates that had no transaction; their template may have been deleted. */
export async function unskip(
  ledger: Ledger,
  { viewer, now }: Pick<Reading, 'viewer' | 'now'>,
  id: string,
  dates: string[],
): Promise<void> {
  const template = await findTemplate(ledger.tx, viewer.id, id);
  if (template) await unskipIn(ledger, template, dates, now);
  else await forgetSkips(ledger, id, dates);
}

async function unskipIn(ledger: Ledger, template: Template, dates: string[], now: Date): Promise<number> {
  const { user_id, id: template_id } = template;
  for (const date of dates) await deleteSkipped(ledger.tx, { user_id, template_id, date });
  await forgetSkips(ledger, template_id, dates);
  const occurrences = dates
    .filter((date) => isGeneratedByNow(template, date))
    .map((date) => ({ template, date }));
  return (await insertOccurrences(ledger, occurrences, now)).length;
}

function isGeneratedByNow(template: Template, date: string): boolean {
  const { is_active, generated_until } = template;
  return is_active === 1 && date <= generated_until && nextOccurrence(template, date) === date;
}

/** Skips the dates of one person's deleted occurrences, so that they are not generated again. */
export async function skipDeleted(tx: Tx, rows: TransactionRow[]): Promise<void> {
  const dates = rows.flatMap(({ user_id, template_id, occurrence_date: date }) =>
    template_id !== null && date !== null ? [{ user_id, template_id, date }] : [],
  );
  const [first] = dates;
  if (!first) return;
  const existing = await findExisting(tx, first.user_id, [...new Set(dates.map((row) => row.template_id))]);
  await insertSkipped(
    tx,
    dates.filter(({ template_id }) => existing.has(template_id)),
  );
}

export async function unskipRestored(tx: Tx, rows: TransactionRow[]): Promise<void> {
  for (const { user_id, template_id, occurrence_date: date } of rows)
    if (template_id !== null && date !== null) await deleteSkipped(tx, { user_id, template_id, date });
}
