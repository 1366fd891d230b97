import type { TransactionRow } from '../../db/tables.ts';
import { localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { findTransaction } from '../transactions/queries.ts';
import { removeTransaction } from '../transactions/remove.ts';
import { countBefore } from './calendar/occurrences.ts';
import { endBefore } from './end-before.ts';
import { findTemplate } from './queries.ts';
import { standsFor } from './reach.ts';
import { type Removed, removeSeries } from './remove.ts';
import type { OccurrenceScope } from './schema.ts';
import { findOccurrences } from './series/queries.ts';

interface Named {
  id: string;
  type?: TransactionRow['type'] | undefined;
  templateId?: string | undefined;
  /** Whether it has to belong to a series. */
  isRecurring?: boolean;
}

/**
 * Deletes an occurrence by itself, with all that follow it (its template then ends the day before, or goes as well where
 * this is its first date), or with its whole series and the template. A transaction that belongs to no series goes alone.
 * @throws DomainError NOT_FOUND, also for one of another type or template
 */
export async function removeOccurrence(
  context: SignedIn,
  { id, type, templateId, isRecurring }: Named,
  scope: OccurrenceScope,
): Promise<Removed> {
  return inTransaction(context.db, async (tx) => {
    await markChanged(tx, context.viewer.id);
    const row = await findTransaction(tx, context.viewer.id, id);
    if (!row || (type && row.type !== type)) throw notFound();
    if (isRecurring && row.template_id === null) throw notFound();
    if (templateId !== undefined && row.template_id !== templateId) throw notFound();
    if (scope === 'single' || row.template_id === null) {
      const { undoId } = await removeTransaction({ ...context, db: tx }, { id });
      return { deleted: 1, undoId };
    }
    return removeFrom(tx, context, row, scope);
  });
}

async function removeFrom(
  tx: Tx,
  context: SignedIn,
  row: TransactionRow,
  scope: 'future' | 'all',
): Promise<Removed> {
  const templateId = row.template_id ?? '';
  const from = standsFor(row);
  const template = await findTemplate(tx, row.user_id, templateId);
  const rows = await findOccurrences(tx, row.user_id, { templateId, ...(scope === 'future' && { from }) });
  const goesOn = template && scope === 'future' && countBefore(template, from) > 0;
  const ended = goesOn ? endBefore(template, from, context.now) : null;
  return removeSeries(tx, context, { template, ended, rows });
}

/** Leaves out something that is still to come, for good. @throws DomainError NOT_FOUND for what is not to come */
export async function skipUpcoming(context: SignedIn, id: string): Promise<Removed> {
  const { db, viewer, now } = context;
  const row = await findTransaction(db, viewer.id, id);
  const today = localNow(now, viewer.preferences.timezone).date;
  if (!row || row.date <= today) throw notFound();
  return removeOccurrence(context, { id }, 'single');
}
