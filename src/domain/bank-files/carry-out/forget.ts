import type { Db } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transact.ts';
import type { Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { DAY, HOUR, later } from '../../instants.ts';
import { deleteFile, deleteImport, findForgotten, updateImport } from '../imports.queries.ts';
import { lockImport } from '../lock-import.ts';

/**
 * Deletes an import that is not carried out, or the stored file of one that is, which can still be undone.
 * @throws DomainError NOT_FOUND, CONFLICT (409) while it is running
 */
export async function forgetImport({ db, viewer }: Writing, id: string): Promise<void> {
  const row = await inTransaction(db, async (tx) => {
    const row = await lockImport({ db: tx, viewer }, id);
    if (row.status === 'running') throw new DomainError('CONFLICT', 409, { message: 'import:isRunning' });
    const isCarried = row.status === 'done' || row.status === 'failed' || row.stage > 0;
    if (isCarried) await deleteFile(tx, viewer.id, id);
    // Nobody can carry it out while it is deleted.
    else await updateImport(tx, { user_id: viewer.id, id, status: 'reading' });
    return isCarried ? null : row;
  });
  if (row) await deleteImport(db, row);
}

/** Milliseconds after which an import that nobody carried out is deleted. */
const WAITING_TIME = 30 * DAY;

/** For all people; what was still being read belongs to a process that has ended. */
export async function deleteForgottenImports(db: Db, now: Date): Promise<void> {
  const before = (age: number) => later(now, -age).toISOString();
  const ages = { reading: before(HOUR), waiting: before(WAITING_TIME) };
  for (const key of await findForgotten(db, ages)) await deleteImport(db, key);
}
