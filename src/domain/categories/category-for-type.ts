import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import { type FieldFault, invalid } from '../error.ts';
import { isOpening, OPENING } from '../ledger/opening.ts';
import type { TransactionType } from '../schemas.ts';
import { findCategory } from './categories.queries.ts';
import { requireCategory } from './read.ts';

// A transaction or a template and its category are of one type. A category of the other type that was sent is refused;
// one that was not, because only the type has changed, is removed, while an opening balance stays one. The tables hold the
// rule too.

/** Why a category that was sent is refused. */
export const OTHER_TYPE: FieldFault = { field: 'categoryId', message: 'errors:categoryOtherType' };

/** Whether a transaction or a template of a type can have a category; each can be without one. */
export function fits(category: Pick<CategoryRow, 'type'> | null | undefined, type: TransactionType): boolean {
  return !category || category.type === type;
}

/**
 * The category of a transaction or a template that is about to be written.
 * @param isSent whether the category was sent, and did not only stay
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
  const kept = id === null ? null : await findCategory(db, user_id, id);
  return kept && fits(kept, type) ? kept : null;
}
