import type { Db } from '../../db/open.ts';
import { paced } from '../paced.ts';
import { deleteImport, deleteSomePieces, findExpired } from './imports.queries.ts';
import { forgottenAt } from './imports.ts';

const IMPORTS_AT_ONCE = 100;
const PIECES_AT_ONCE = 5;

/** Deletes the imports that can no longer be carried out or undone; in pieces, between which others are served. */
export async function deleteExpiredImports(db: Db, now: Date): Promise<void> {
  const expired = { now: now.toISOString(), since: forgottenAt(now) };
  for (const key of await findExpired(db, expired, IMPORTS_AT_ONCE)) {
    while ((await paced(() => deleteSomePieces(db, key, PIECES_AT_ONCE))) > 0);
    await deleteImport(db, key);
  }
}
