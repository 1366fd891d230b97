import type { Database } from '../../db/open.ts';
import { notFound } from '../error.ts';
import { findUnfinished } from '../long-work/long-work.queries.ts';
import { type Actor, abandonWork, type Batch, throttled } from '../long-work/long-work.ts';
import { deleteSomeExpired, findExpired } from './expired-trash.queries.ts';
import type { Ledger } from './ledger.ts';
import { findTrashedBatches, isInTrash } from './trash.queries.ts';

export function readTrash({ db, viewer, now }: Actor, deletionId: string): Promise<Batch[]> {
  return findTrashedBatches(db, viewer.id, deletionId, now);
}

/**
 * Ends a deletion that is still running, before it is restored.
 * @throws DomainError NOT_FOUND for one that is unknown, expired, already restored or being restored
 */
export async function endDeletion({ tx }: Ledger, { viewer, now }: Actor, deletionId: string): Promise<void> {
  const all = await findUnfinished(tx, viewer.id);
  const unfinished = all.filter(({ deletion_id }) => deletion_id === deletionId);
  if (unfinished.some(({ kind }) => kind === 'restore')) throw notFound();
  for (const work of unfinished) await abandonWork(tx, work, now);
  if (unfinished.length > 0) return;
  if (!(await isInTrash(tx, viewer.id, deletionId, now))) throw notFound();
}

/**
 * Permanently deletes what was put into the trash at or before an instant, except deletions that are running or being
 * restored; in batches, so that other requests are served in between.
 */
export async function emptyTrash(
  { db, scanDb }: Pick<Database, 'db' | 'scanDb'>,
  until: string,
): Promise<void> {
  for (const batch of await findExpired(scanDb, until)) {
    let more = true;
    while (more) more = await throttled(() => deleteSomeExpired(db, batch, until));
  }
}
