import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { SignedIn } from '../context.ts';
import { invalid, notFound } from '../error.ts';
import { type Deletion, inLedger, newDeletion } from '../ledger/ledger.ts';
import { moveTemplates } from '../recurring/templates/templates.queries.ts';
import { nextVersion } from '../version.ts';
import { deleteCategory, findCategory, updateCategory } from './categories.queries.ts';
import { requireVisible } from './read.ts';

/**
 * Deletes a category of the person's own, or hides a default from them. Its transactions move to `moveTo`, or stay
 * without a category, those in the trash too, all in one database transaction; `moved` is the number of the others.
 * @param deletion joins it to another one, to be undone together
 * @returns the id of the deletion too, by which it is undone
 * @throws DomainError NOT_FOUND, or VALIDATION_ERROR for a target of the other type or the category itself
 */
export async function removeCategory(
  context: SignedIn,
  id: string,
  moveTo?: string,
  deletion: Deletion = newDeletion(context.now),
): Promise<{ row: CategoryRow; moved: number; undoId: string }> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger) => {
    const { tx } = ledger;
    const row = await requireVisible(tx, viewer.id, id);
    const target = moveTo === undefined ? null : await requireTarget(tx, row, moveTo);
    const move = { from: id, to: target?.id ?? null, now };
    await ledger.trashCategory(row, move.to, deletion);
    const moved = await ledger.moveCategory(move);
    await moveTemplates(tx, viewer.id, move);
    if (row.default_key === null) await deleteCategory(tx, viewer.id, id);
    else await updateCategory(tx, { ...row, is_hidden: 1, updated_at: nextVersion(row, now) });
    return { row, moved, undoId: deletion.id };
  });
}

async function requireTarget(tx: Tx, row: CategoryRow, moveTo: string): Promise<CategoryRow> {
  if (moveTo === row.id) throw invalid({ field: 'moveTo', message: 'errors:moveToItself' });
  const target = await findCategory(tx, row.user_id, moveTo);
  if (!target || target.is_hidden === 1) {
    throw notFound([{ field: 'moveTo', message: 'errors:categoryMissing' }]);
  }
  if (target.type !== row.type) throw invalid({ field: 'moveTo', message: 'errors:moveToType' });
  return target;
}

/**
 * Removes several categories, or none of them if one is refused; returns the number of their transactions, and the id by
 * which all of it is undone.
 */
export async function removeCategories(
  context: SignedIn,
  ids: string[],
): Promise<{ moved: number; undoId: string }> {
  return inLedger(context, async (_ledger, inside) => {
    const deletion = newDeletion(context.now);
    let moved = 0;
    for (const id of new Set(ids)) moved += (await removeCategory(inside, id, undefined, deletion)).moved;
    return { moved, undoId: deletion.id };
  });
}

/** Moves all transactions of a category to another of the same type and removes the first. @throws DomainError */
export async function mergeCategories(
  context: SignedIn,
  { from, into }: { from: string; into: string },
): Promise<{ moved: number; undoId: string }> {
  const { moved, undoId } = await removeCategory(context, from, into);
  return { moved, undoId };
}
