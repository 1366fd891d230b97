import type { Transaction } from 'kysely';
import type { Db } from './open.ts';
import type { Tables } from './tables.ts';

/** A database inside a transaction; queries that need one ask for it in their type. */
export type Tx = Transaction<Tables>;

const TRIES = 4;

// PostgreSQL aborts one of two transactions that wait for each other, and fails at the end where a row that one refers
// to or conflicts with was deleted or added by another; repeating the work sees the new state. SQLite's writers queue
// instead.
function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '23503', '23505'].includes((error as { code?: string }).code ?? '');
}

/** Runs all of `work` or nothing of it; joins a transaction that is already open. */
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

/** Runs reads on one state of the database while others write; joins a transaction that is already open. */
export function inSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Tx);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
