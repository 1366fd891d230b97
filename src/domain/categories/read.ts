import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { type FieldError, invalid, notFound } from '../error.ts';
import { isOpening, isTransfer, OPENING } from '../ledger/reserved-categories.ts';
import type { TransactionType } from '../schemas.ts';
import { countByCategory, findCategories, findCategory } from './categories.queries.ts';

export interface CountedCategory {
  row: CategoryRow;
  count: number;
}

/** @throws DomainError NOT_FOUND, also for a hidden default */
export async function readCategory({ db, viewer }: Reading, id: string): Promise<CountedCategory> {
  const row = await requireVisible(db, viewer.id, id);
  return { row, count: (await countByCategory(db, viewer.id)).get(id) ?? 0 };
}

/** Null without an id. @throws DomainError NOT_FOUND that names the field */
export async function requireCategory(
  db: Db,
  userId: string,
  id: string | null | undefined,
): Promise<CategoryRow | null> {
  if (!id) return null;
  // Only the sides of transfers are in their categories.
  const category = isTransfer(id) ? undefined : await findCategory(db, userId, id);
  if (!category) throw notFound([MISSING]);
  return category;
}

/** What is wrong with a category that was sent for a transaction or template of a type; null where nothing was sent. */
export function categoryErrors(
  category: CategoryRow | null | undefined,
  type: TransactionType,
): FieldError[] {
  if (category === null) return [];
  if (category === undefined || isTransfer(category.id)) return [MISSING];
  return fits(category, type) ? [] : [OTHER_TYPE];
}

const MISSING: FieldError = { field: 'categoryId', message: 'errors:categoryMissing' };

/** A category that is not hidden. @throws DomainError NOT_FOUND */
export async function requireVisible(db: Db, userId: string, id: string): Promise<CategoryRow> {
  const row = await findCategory(db, userId, id);
  if (!row || row.is_hidden === 1) throw notFound();
  return row;
}

/** Whether forms offer a category to what does not have it yet. */
export const isChoosable = ({ is_hidden, is_archived }: Pick<CategoryRow, 'is_hidden' | 'is_archived'>) =>
  is_hidden === 0 && is_archived === 0;

export async function categoriesById({
  db,
  viewer,
}: Pick<Reading, 'db'> & { viewer: { id: string } }): Promise<Map<string, CategoryRow>> {
  return new Map((await findCategories(db, viewer.id)).map((row) => [row.id, row]));
}

/** In the order of creation, including hidden and archived categories. */
export function readCategories({
  db,
  viewer,
}: Pick<Reading, 'db'> & { viewer: { id: string } }): Promise<CategoryRow[]> {
  return findCategories(db, viewer.id);
}

// A transaction or template has the type of its category. A sent category of the other type is refused; a stored one is
// removed when only the type changes, while an opening balance stays one. The tables enforce the rule too.

export const OTHER_TYPE: FieldError = { field: 'categoryId', message: 'errors:categoryOtherType' };

/** Whether a category can belong to a transaction or template of a type; null always can. */
export function fits(category: Pick<CategoryRow, 'type'> | null | undefined, type: TransactionType): boolean {
  return !category || category.type === type;
}

/**
 * The category of a transaction or template that is about to be written.
 * @param isSent whether the category was sent, not merely kept
 * @throws DomainError that names the field: NOT_FOUND, or VALIDATION_ERROR for one of the other type
 */
export async function categoryForType(
  db: Db,
  { user_id, type, category_id }: { user_id: string; type: TransactionType; category_id: string | null },
  { isSent }: { isSent: boolean },
): Promise<CategoryRow | null> {
  if (isSent) {
    const sent = await requireCategory(db, user_id, category_id);
    if (!fits(sent, type)) throw invalid(OTHER_TYPE);
    return sent;
  }
  const id = isOpening(category_id) ? OPENING[type] : category_id;
  const stored = id === null ? null : await findCategory(db, user_id, id);
  return stored && fits(stored, type) ? stored : null;
}
