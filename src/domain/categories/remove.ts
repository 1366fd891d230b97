import type { CategoryRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { invalid, notFound } from '../error.ts';
import { moveTemplates } from '../recurring/queries.ts';
import { markChanged } from '../revisions/queries.ts';
import { moveTotals } from '../totals/queries.ts';
import { inTransaction, type Tx } from '../transact.ts';
import { nextVersion } from '../transactions/version.ts';
import { deleteCategory, findCategory, moveTransactions, updateCategory } from './queries.ts';
import { requireVisible } from './require-visible.ts';

/**
 * Deletes a category of the person's own, or hides a default from them. Its transactions and their kept totals go to
 * `moveTo`, or stay without a category, all in one database transaction; `moved` is their number.
 * @throws DomainError NOT_FOUND, or VALIDATION_ERROR for a target of the other type or the category itself
 */
export async function removeCategory(
  { db, viewer, now }: SignedIn,
  id: string,
  moveTo?: string,
): Promise<{ row: CategoryRow; moved: number }> {
  return inTransaction(db, async (tx) => {
    await markChanged(tx, viewer.id);
    const row = await requireVisible(tx, viewer.id, id);
    const target = moveTo === undefined ? null : await requireTarget(tx, row, moveTo);
    const moved = await moveTransactions(tx, viewer.id, { from: id, to: target?.id ?? null, now });
    await moveTemplates(tx, viewer.id, { from: id, to: target?.id ?? null });
    await moveTotals(tx, viewer.id, id, target?.id ?? '');
    if (row.default_key === null) await deleteCategory(tx, viewer.id, id);
    else await updateCategory(tx, { ...row, is_hidden: 1, updated_at: nextVersion(row, now) });
    return { row, moved };
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
