import type { TransactionRow } from '../../db/tables.ts';
import { fits } from '../categories/fitting.ts';
import { categoriesById } from '../categories/read.ts';
import { restoreCategories } from '../categories/restore-removed.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { inLedger, newDeletion, type TrashedTemplate } from '../ledger/ledger.ts';
import { skipDeleted, unskipRestored } from '../recurring/occurrences/skip-dates.ts';
import { restoreTemplates } from '../recurring/templates/remove-template.ts';

/**
 * Deletes one of the viewer's transactions; an occurrence of a template is not generated again.
 * @returns the id of the deletion, by which it is restored
 * @throws DomainError NOT_FOUND, also for one of another type
 */
export async function removeTransaction(
  context: SignedIn,
  { id, type }: { id: string; type?: TransactionRow['type'] },
): Promise<{ undoId: string }> {
  return inLedger(context, async (ledger) => {
    const deletion = newDeletion(context.now);
    const [row] = await ledger.delete([id], deletion);
    if (!row || (type && row.type !== type)) throw notFound();
    await skipDeleted(ledger.tx, [row]);
    return { undoId: deletion.id };
  });
}

/** What a restored deletion brought back. */
export interface Restored {
  restored: number;
  failed: number;
  templates: number;
  categories: number;
  renamed: string[];
  moved: number;
}

/**
 * Restores a deletion, once and exactly as it was, with the templates that it removed or ended, and with the categories
 * that it removed, whose transactions move back. Transactions of a category that was deleted since are restored in the
 * one that its others were moved to; those of one that got the other type have none.
 * @returns how many transactions were restored, how many could not be because their id is taken, how many templates and
 *   categories were, the new names of categories whose own were taken, and how many transactions moved back
 * @throws DomainError NOT_FOUND for a deletion that is unknown, another user's, already restored or expired
 */
export async function restoreTransactions(context: SignedIn, undoId: string): Promise<Restored> {
  return inLedger(context, async (ledger, inside) => {
    const { transactions, templates, categories } = await ledger.takeFromTrash(undoId, context.now);
    if (transactions.length + templates.length + categories.length === 0) throw notFound();
    const { moved, renamed } = await restoreCategories(ledger, inside, categories);
    await ledger.forgetMoved(undoId);
    const known = await categoriesById(inside);
    const knownCategory = <Row extends TransactionRow | TrashedTemplate['template']>(row: Row): Row => {
      const category = known.get(row.category_id ?? '');
      return category && fits(category, row.type) ? row : { ...row, category_id: null };
    };
    await restoreTemplates(
      ledger.tx,
      templates.map(({ template, skipped }) => ({ template: knownCategory(template), skipped })),
    );
    await unskipRestored(ledger.tx, transactions);
    const rows = transactions.map(knownCategory);
    const restored = await ledger.insert(rows);
    return {
      restored: restored.length,
      failed: rows.length - restored.length,
      templates: templates.length,
      categories: categories.length,
      renamed,
      moved,
    };
  });
}
