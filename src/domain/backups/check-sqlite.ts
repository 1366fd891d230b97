import { inspectSqlite } from '../../db/backup/inspect-sqlite.ts';
import type { Fault } from '../../db/backup/sqlite-faults.ts';
import type { Db } from '../../db/open.ts';
import { inSnapshot } from '../../db/transact.ts';
import { checkTotals, checkTotalsOf, type Difference } from '../ledger/check.ts';
import { countContent } from './backups.queries.ts';

/** What a check of a database found; without faults and differences it is whole. */
export interface Check {
  faults: Fault[];
  differences: Difference[];
  people: number;
  transactions: number;
}

/** Tells how far long work is: what it does, how much is done, of how much. */
export type Tell = (stage: 'copying' | 'checking' | 'restoring', done: number, total: number) => void;

/** Whether a check found nothing. */
export function isWhole({ faults, differences }: Check): boolean {
  return faults.length === 0 && differences.length === 0;
}

/**
 * Checks a SQLite file, that of the server or a backup: its pages, references, and stored totals.
 * @param userId checks the totals of this person only
 * @throws DatabaseError in one line when it is missing, of something else or of a newer Pruta
 */
export function checkSqlite(file: string, tell: Tell = () => {}, userId?: string): Promise<Check> {
  return inspectSqlite(file, async (db, faults) => {
    // Damaged pages answer anything.
    if (faults.length > 0) return { faults, differences: [], people: 0, transactions: 0 };
    return { faults, ...(await checkContent(db, tell, userId)) };
  });
}

/** Compares the stored totals of a database with its transactions, in one snapshot. */
export function checkContent(db: Db, tell: Tell, userId?: string): Promise<Omit<Check, 'faults'>> {
  return inSnapshot(db, async (tx) => {
    const content = await countContent(tx);
    const differences = userId
      ? await checkTotalsOf(tx, userId)
      : await checkTotals(tx, (done, total) => tell('checking', done, total));
    return { differences, ...content };
  });
}
