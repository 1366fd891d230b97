import type { CategoryRow } from '../../db/tables.ts';
import { listCategories } from '../../domain/categories/list.ts';
import type { SignedIn } from '../../domain/context.ts';

/** The options of a select: the other categories of the type, to which transactions can move. */
export async function moveTargets(
  context: SignedIn,
  { id, type }: CategoryRow,
): Promise<{ value: string; text: string }[]> {
  return (await listCategories(context, { type }))
    .filter((category) => category.id !== id)
    .map((category) => ({ value: category.id, text: category.name }));
}
