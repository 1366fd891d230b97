import type { Db } from '../../db/open.ts';
import { forgetImport } from './forget.ts';
import { findExpired } from './imports.queries.ts';
import { forgottenAt } from './imports.ts';

const IMPORTS_AT_ONCE = 100;

/** Deletes the imports that can no longer be carried out or undone; in pieces, between which others are served. */
export async function deleteExpiredImports(db: Db, now: Date): Promise<void> {
  const expired = { now: now.toISOString(), since: forgottenAt(now) };
  for (const key of await findExpired(db, expired, IMPORTS_AT_ONCE)) await forgetImport(db, key);
}
