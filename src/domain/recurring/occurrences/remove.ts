import type { TransactionRow } from '../../../db/tables.ts';
import { todayOf } from '../../calendar.ts';
import type { Writing } from '../../context.ts';
import { notFound, orMissing } from '../../error.ts';
import { inLedger, type Ledger } from '../../ledger/ledger.ts';
import { noteDeletedInstallment } from '../../money-accounts/cards/deleted-installments.ts';
import { isShownAlone, removeInstallments } from '../../transactions/installments.ts';
import { readTransaction } from '../../transactions/read.ts';
import { removeTransaction } from '../../transactions/remove.ts';
import { readTransfer, removeTransfer } from '../../transactions/transfers/transfers.ts';
import { requireSeen } from '../../version.ts';
import { countBefore } from '../schedule/occurrence-dates.ts';
import { endedBefore, type Removal, removeWithOccurrences } from '../templates/remove.ts';
import { findTemplate } from '../templates/templates.queries.ts';
import { findOccurrences } from './occurrences.queries.ts';
import { occurrenceDate } from './read.ts';
import type { OccurrenceScope } from './schema.ts';

interface Target {
  id: string;
  type?: TransactionRow['type'] | undefined;
  templateId?: string | undefined;
  isRecurring?: boolean;
  /** The version to delete; if it is missing, any version is deleted. */
  basedOn?: string | undefined;
}

/**
 * Deletes an occurrence alone (`single`), with all later ones (`future`: its template ends the day before, or is
 * deleted if no date remains), or with all of its template (`all`). A payment of a purchase in several is deleted alone,
 * with the later ones, or with all. Any other transaction is deleted alone.
 * @throws DomainError NOT_FOUND, also for another type or template; CONFLICT (409) when it has changed since `basedOn`
 */
export async function removeOccurrence(
  context: Writing,
  { id, type, templateId, isRecurring, basedOn }: Target,
  scope: OccurrenceScope,
): Promise<Removal> {
  return inLedger(context, async (ledger, inside) => {
    const { row } = await readTransaction(inside, id);
    requireSeen(row, basedOn);
    if (type && row.type !== type) throw notFound();
    if (isRecurring && row.template_id === null) throw notFound();
    if (templateId !== undefined && row.template_id !== templateId) throw notFound();
    if (scope !== 'single' && row.installment_of !== null)
      return removeInstallments(ledger, inside, row, scope === 'all' ? 0 : (row.installment_n ?? 0));
    if (isShownAlone(row)) await noteDeletedInstallment(inside, id, context.now.toISOString());
    if (scope === 'single' || row.template_id === null) {
      const { undoId } = await removeTransaction(inside, { id });
      return { deleted: 1, undoId };
    }
    return removeWithOthers(ledger, context, row, scope);
  });
}

async function removeWithOthers(
  ledger: Ledger,
  context: Writing,
  row: TransactionRow,
  scope: 'future' | 'all',
): Promise<Removal> {
  const templateId = row.template_id ?? '';
  const from = occurrenceDate(row);
  const template = await findTemplate(ledger.tx, row.user_id, templateId);
  const rows = await findOccurrences(ledger.tx, row.user_id, {
    templateId,
    ...(scope === 'future' && { from }),
  });
  const hasPast = template && scope === 'future' && countBefore(template, from) > 0;
  const ended = hasPast ? endedBefore(template, from, context.now) : null;
  return removeWithOccurrences(ledger, context, { template, ended, rows });
}

/**
 * Skips an upcoming occurrence, which may be a transfer.
 * @throws DomainError NOT_FOUND, also if it is not upcoming or has no template
 */
export async function skipUpcoming(context: Writing, id: string): Promise<Removal & { row: TransactionRow }> {
  const transaction = await orMissing(readTransaction(context, id));
  const row = transaction?.row ?? (await readTransfer(context, id)).from;
  const today = todayOf(context);
  if (row.date <= today || row.template_id === null) throw notFound();
  if (!transaction) return { deleted: 1, undoId: (await removeTransfer(context, { id })).undoId, row };
  return { ...(await removeOccurrence(context, { id, isRecurring: true }, 'single')), row };
}
