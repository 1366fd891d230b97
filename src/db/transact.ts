import type { Transaction } from 'kysely';
import type { Db } from './open.ts';
import type { Tables } from './tables.ts';

/** The type of `db` in queries that require a transaction. */
export type Tx = Transaction<Tables>;

const MAX_ATTEMPTS = 4;

// PostgreSQL aborts one of two deadlocked transactions, or one that conflicts with rows added or deleted by another; a
// retry sees the new state. SQLite's writers queue instead.
function isConflict(error: unknown): boolean {
  return ['40001', '40P01', '23503', '23505'].includes((error as { code?: string }).code ?? '');
}

/** Joins a transaction that is already open. */
export async function inTransaction<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Tx);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error;
    }
  }
}

/** Reads one state of the database while others write; joins a transaction that is already open. */
export function inSnapshot<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db as Tx);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
}
