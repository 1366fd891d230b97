import type { App } from '../context.ts';
import { deleteSomeRows, deleteUser, findPurgeable } from './queries.ts';

const AT_ONCE = 1000;

/**
 * Deletes what is left of closed accounts whose time is over. A long history goes in pieces, so that nobody else waits
 * for it; whoever does it, and however often it is interrupted, the end is the same.
 */
export async function purgeClosed({ database, clock }: Pick<App, 'database' | 'clock'>): Promise<void> {
  const { db } = database;
  for (const id of await findPurgeable(db, clock().toISOString())) {
    while (await deleteSomeRows(db, id, AT_ONCE));
    await deleteUser(db, id);
  }
}
