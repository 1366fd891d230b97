import type { Transaction } from 'kysely';
import type { Db } from './open.ts';
import type { Tables } from './tables.ts';

/** A database inside a transaction; queries that need one ask for it in their type. */
export type Tx = Transaction<Tables>;

const TRIES = 4;

// PostgreSQL gives up one of two transactions that wait for each other, and finds at the end that a row it leads to
// or clashes with has gone or come meanwhile; another look says what is so. SQLite's writers queue instead.
function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '23503', '23505'].includes((error as { code?: string }).code ?? '');
}

/** Runs all of `work` or nothing of it; joins the transaction that is already open. */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Tx);
  for (let tried = 1; ; tried += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tried === TRIES || !isConflict(error)) throw error;
    }
  }
}
