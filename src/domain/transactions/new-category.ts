import { findOrCreateCategory } from '../categories/find-or-create.ts';
import type { NewCategoryInput } from '../categories/schema.ts';
import type { SignedIn } from '../context.ts';
import { inTransaction } from '../transact.ts';
import type { TransactionType } from './schema.ts';

/** What a page's form holds of a transaction and, perhaps, of a category that is made with it. */
interface Input extends NewCategoryInput {
  type: TransactionType;
  categoryId?: string | undefined;
}

/**
 * Saves a transaction together with the new category that its form names: both or neither. A name that a category of
 * the type carries already means that one; without a name the chosen category stays.
 */
export async function withNewCategory<Given extends Input, Result>(
  context: SignedIn,
  input: Given,
  save: (context: SignedIn, input: Given) => Promise<Result>,
): Promise<Result> {
  const { type, newCategoryName: name, newCategoryColor: color, newCategoryIcon: icon } = input;
  if (!name) return save(context, input);
  return inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    const category = await findOrCreateCategory(inside, { name, type, color, icon });
    return save(inside, { ...input, categoryId: category.id });
  });
}
