import type { Db } from '../../db/open.ts';
import { forgetImport } from './forget.ts';
import { findExpired } from './imports.queries.ts';

const IMPORTS_AT_ONCE = 100;

/** Deletes the imports that can no longer be carried out or undone; in pieces, between which others are served. */
export async function deleteExpiredImports(db: Db, now: Date): Promise<void> {
  for (const key of await findExpired(db, now.toISOString(), IMPORTS_AT_ONCE)) await forgetImport(db, key);
}
