import type { CategoryRow } from '../../db/tables.ts';
import { listCategories } from '../../domain/categories/list.ts';
import type { SignedIn } from '../../domain/context.ts';

/** What a category's transactions can move to: the others of its type, for a select. */
export async function moveTargets(
  context: SignedIn,
  { id, type }: CategoryRow,
): Promise<{ value: string; text: string }[]> {
  return (await listCategories(context, { type }))
    .filter((category) => category.id !== id)
    .map((category) => ({ value: category.id, text: category.name }));
}
