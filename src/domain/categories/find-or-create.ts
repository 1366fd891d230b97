import type { CategoryRow } from '../../db/tables.ts';
import type { SignedIn } from '../context.ts';
import { markChanged } from '../revisions/queries.ts';
import { inTransaction } from '../transact.ts';
import { createCategory } from './create.ts';
import { findNamed } from './find-named.ts';
import type { CategoryInput } from './schema.ts';

/** The person's category of that name and type: the one that is there as it is, else a new one. */
export async function findOrCreateCategory(context: SignedIn, input: CategoryInput): Promise<CategoryRow> {
  const { db, viewer } = context;
  return inTransaction(db, async (tx) => {
    // Whoever makes the same one at the same time waits here, and then finds it.
    await markChanged(tx, viewer.id);
    return (await findNamed(tx, viewer.id, input)) ?? createCategory({ ...context, db: tx }, input);
  });
}
