import type { TemplateRow, TransactionRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { invalid } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { differences } from '../transactions/differences.ts';
import type { Entry } from '../transactions/present.ts';
import { readTransaction } from '../transactions/read.ts';
import type { TransactionChanges } from '../transactions/schema.ts';
import { changeTransaction, lockForChange } from '../transactions/update.ts';
import { changeTemplate } from './change.ts';
import { todayOf } from './progress.ts';
import { findTemplate } from './queries.ts';
import { standsFor } from './reach.ts';
import type { OccurrenceScope, TemplateChanges } from './schema.ts';

/**
 * Changes an occurrence by itself, with all that follow it, or with its whole series. Only what differs from the
 * occurrence as it was goes to the others. The past changes only where all is chosen: with one of today or before,
 * what follows it changes from tomorrow on. A day or a merchant is the occurrence's own: changed, it stays with it, and
 * the series leaves that one alone from then on. A transaction that belongs to no series changes alone.
 * @throws DomainError NOT_FOUND, CONFLICT (409), or VALIDATION_ERROR for a series that is not there any more
 */
export async function changeOccurrence(
  context: SignedIn,
  named: { id: string; type?: TransactionRow['type'] },
  changes: TransactionChanges,
  scope: OccurrenceScope,
): Promise<Entry> {
  if (scope === 'single') return changeTransaction(context, named, changes);
  return inTransaction(context.db, async (tx) => {
    await markChanged(tx, context.viewer.id);
    const inside = { ...context, db: tx };
    const { before, after } = await lockForChange(tx, context, named, changes);
    if (before.template_id === null) return changeTransaction(inside, named, changes);
    const template = await findTemplate(tx, before.user_id, before.template_id);
    if (!template) throw invalid({ field: 'scope', message: 'errors:seriesGone' });
    const from = standsFor(before);
    const isPast = scope === 'future' && from <= todayOf(template, context.now);
    if (isPast || isOwn(before, after)) await changeTransaction(inside, named, changes);
    const wanted = wantedOf(template, before, after);
    if (Object.keys(wanted).length > 0)
      await changeTemplate(inside, template.id, { ...wanted, scope, ...(scope === 'future' && { from }) });
    return readTransaction(inside, before.id);
  });
}

// The series passes over what was edited by itself: the one that is being edited has to be changed by itself then.
function isOwn(before: TransactionRow, after: TransactionRow): boolean {
  const isMoved = before.date !== after.date || before.merchant_name !== after.merchant_name;
  return isMoved || before.is_detached === 1;
}

function wantedOf(template: TemplateRow, before: TransactionRow, after: TransactionRow): TemplateChanges {
  const changed = new Set(differences(before, after));
  const { description } = after;
  return {
    ...(changed.has('type') && { type: after.type }),
    ...(changed.has('amount') && { amount: after.amount }),
    ...(changed.has('description') && { description }),
    // A series that was never given a name of its own goes by its description.
    ...(changed.has('description') && template.name === template.description && { name: description }),
    ...(changed.has('category_id') && { categoryId: after.category_id }),
    ...(changed.has('time') && { preferred_time: after.time }),
    ...(changed.has('timezone') && { timezone: after.timezone }),
    ...(changed.has('notes') && { notes: after.notes }),
  };
}
