import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import { fits } from '../categories/fitting.ts';
import { categoriesById } from '../categories/read.ts';
import { restoreCategories } from '../categories/restore-removed.ts';
import type { SignedIn } from '../context.ts';
import { notFound } from '../error.ts';
import { type Actor, carryOut, type Plan, type Steps } from '../ledger/in-pieces.ts';
import { inLedger, type Ledger, newDeletion } from '../ledger/ledger.ts';
import { endDeletion, readTrash } from '../ledger/trash.ts';
import { skipDeleted, unskipRestored } from '../recurring/occurrences/skip-dates.ts';
import { restoreTemplates } from '../recurring/templates/remove-template.ts';
import { scan } from '../snapshot.ts';

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

/** What a restored deletion brought back, besides transactions. */
interface Others {
  templates: number;
  categories: number;
  renamed: string[];
  moved: number;
}

/** What a restored deletion brought back. */
export interface Restored extends Others {
  restored: number;
  failed: number;
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
  const plan = await planRestoring(context, undoId);
  const { done: restored, failed } = await carryOut(context, plan);
  const { undoId: _, ...others } = plan.content;
  return { restored, failed, ...others };
}

/** What is recorded of restoring a deletion; `Others` once it has begun. */
export interface Restoring extends Others {
  undoId: string;
}

/** Restoring a deletion; one that has not ended yet goes no further. @throws DomainError NOT_FOUND */
export async function planRestoring(
  context: SignedIn,
  undoId: string,
): Promise<Plan & { content: Restoring }> {
  const content: Restoring = { undoId, templates: 0, categories: 0, renamed: [], moved: 0 };
  return {
    kind: 'restore',
    content,
    deletionId: undoId,
    pieces: await scan(context, (inside) => readTrash(inside, undoId)),
    async first(ledger, inside) {
      await endDeletion(ledger, inside, undoId);
      Object.assign(content, await restoreOthers(ledger, { ...context, db: ledger.tx }, undoId));
    },
    steps: restoringSteps(content),
  };
}

async function restoreOthers(ledger: Ledger, inside: SignedIn, undoId: string): Promise<Others> {
  const { templates, categories } = await ledger.takeOthers(undoId, inside.now);
  const { moved, renamed } = await restoreCategories(ledger, inside, categories);
  await ledger.forgetMoved(undoId);
  const known = await categoriesById(inside);
  await restoreTemplates(
    ledger.tx,
    templates.map(({ template, skipped }) => ({ template: withKnownCategory(template, known), skipped })),
  );
  return { templates: templates.length, categories: categories.length, renamed, moved };
}

export function restoringSteps({ undoId }: Pick<Restoring, 'undoId'>): Steps {
  const restore = async (ledger: Ledger, inside: Actor, trashed: TransactionRow[]) => {
    if (trashed.length === 0) return 0;
    await unskipRestored(ledger.tx, trashed);
    const known = await categoriesById(inside);
    return (await ledger.insert(trashed.map((row) => withKnownCategory(row, known)))).length;
  };
  return {
    async piece(ledger, inside, ids) {
      return restore(ledger, inside, await ledger.takeTransactions(undoId, inside.now, ids));
    },
    // What the deletion put there after the pieces were read.
    async last(ledger, inside) {
      await restore(ledger, inside, await ledger.takeTransactions(undoId, inside.now));
    },
  };
}

function withKnownCategory<Row extends Pick<TransactionRow, 'type' | 'category_id'>>(
  row: Row,
  known: Map<string, CategoryRow>,
): Row {
  const category = known.get(row.category_id ?? '');
  return category && fits(category, row.type) ? row : { ...row, category_id: null };
}
