import type { SignedIn } from '../context.ts';
import { inTransaction } from '../transact.ts';
import { removeCategory } from './remove.ts';

/** Removes several categories at once, or none of them if one is refused; gives the number of their transactions. */
export async function removeCategories(context: SignedIn, ids: string[]): Promise<{ moved: number }> {
  return inTransaction(context.db, async (tx) => {
    let moved = 0;
    for (const id of new Set(ids)) moved += (await removeCategory({ ...context, db: tx }, id)).moved;
    return { moved };
  });
}
