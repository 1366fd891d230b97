import type { Db } from '../../db/open.ts';
import type { ImportRow } from '../../db/tables.ts';
import { paced } from '../paced.ts';
import { deleteImport, deleteSomePieces } from './imports.queries.ts';

const PIECES_AT_ONCE = 5;

/**
 * Deletes an import that nobody can start any more; in pieces, between which others are served. What a process that stops
 * leaves is deleted with what has expired.
 */
export async function forgetImport(
  db: Db,
  key: Pick<ImportRow, 'user_id' | 'id'>,
  isStopping = () => false,
): Promise<void> {
  while ((await paced(() => deleteSomePieces(db, key, PIECES_AT_ONCE))) > 0) if (isStopping()) return;
  await deleteImport(db, key);
}
