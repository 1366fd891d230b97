import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type IntegrityError, inspectSqlite } from '../../db/backup/inspect-sqlite.ts';
import { copySqlite, isDamage, isUsable, replaceSqlite } from '../../db/backup/sqlite-copy.ts';
import { DatabaseError, type Db, openDatabase } from '../../db/open.ts';
import { inSnapshot, inTransaction } from '../../db/transact.ts';
import { recordByHost } from '../activity/record.ts';
import { checkTotals, checkTotalsOf, type Difference } from '../ledger/check.ts';
import { continueRevisions } from '../ledger/ledger.ts';
import { countContent, endAllAccess, keepMaintenance, type Present, readPresent } from './backups.queries.ts';
import { createFolder, deleteAbandoned, keepingWhole, publish } from './folder.ts';

/** What a check of a database found; without errors and differences it is whole. */
export interface Check {
  errors: IntegrityError[];
  differences: Difference[];
  people: number;
  transactions: number;
}

/** Reports how far long work is: what it does, how much is done, of how much. */
export type Report = (stage: 'copying' | 'checking' | 'restoring', done: number, total: number) => void;

export function isWhole({ errors, differences }: Check): boolean {
  return errors.length === 0 && differences.length === 0;
}

/**
 * Checks a SQLite file, that of the server or a backup: its pages, references, and stored totals.
 * @param userId checks the totals of this person only
 * @throws DatabaseError in one line when it is missing, of something else or of a newer Pruta
 */
export function checkSqlite(file: string, report: Report = () => {}, userId?: string): Promise<Check> {
  return inspectSqlite(file, async (db, errors) => {
    // Damaged pages answer anything.
    if (errors.length > 0) return { errors, differences: [], people: 0, transactions: 0 };
    return { errors, ...(await checkContent(db, report, userId)) };
  });
}

/** Compares the stored totals of a database with its transactions, in one snapshot. */
export function checkContent(db: Db, report: Report, userId?: string): Promise<Omit<Check, 'errors'>> {
  return inSnapshot(db, async (tx) => {
    const content = await countContent(tx);
    const differences = userId
      ? await checkTotalsOf(tx, userId)
      : await checkTotals(tx, (done, total) => report('checking', done, total));
    return { differences, ...content };
  });
}

/**
 * Copies the database beside a running server, opens and checks the copy, and only then gives it its name. A copy whose
 * stored totals differ is kept, because the database is no better.
 * @throws DatabaseError when pages or references are damaged; nothing remains of the copy
 */
export async function makeSqliteBackup(
  live: string,
  file: string,
  now: Date,
  report: Report,
): Promise<Check> {
  return keepingWhole(file, async (partial) => {
    await copySqlite(live, partial, (done, total) => report('copying', done, total));
    const check = await checkSqlite(partial, report);
    const [error] = check.errors;
    if (error)
      throw new DatabaseError(
        `The copy is damaged, and so is probably the database: ${error.table}: ${error.problem}.`,
      );
    publish(partial, file, { check, now });
    return check;
  });
}

/** What became of the database that was there. */
export type Replaced = 'nothing' | 'kept' | 'kept damaged';

/**
 * Makes a checked backup the content of the database. What is there is copied first; then all of it is replaced in one
 * transaction, so that it is never a mixture, whoever reads it and whatever ends this process. Sessions and mailed links
 * end with it. Safe beside a running server; only where what is there cannot even be opened, the server has to be
 * started again.
 * @param safety the file for the copy of what is there
 * @throws Error with nothing lost
 */
export async function restoreSqlite(
  folder: string,
  file: string,
  safety: string,
  now: Date,
  report: Report,
): Promise<Replaced> {
  const live = join(folder, 'pruta.db');
  deleteAbandoned(folder, /^\.restore-[\da-f-]+$/);
  const preparing = join(folder, `.restore-${randomUUID()}`);
  const copying = (done: number, total: number) => report('copying', done, total);
  try {
    mkdirSync(preparing, { mode: 0o700 });
    const prepared = join(preparing, 'pruta.db');
    await copySqlite(file, prepared, copying);
    await prepare(preparing, await presentOf(live), basename(file), now);
    if (!existsSync(live) || !isUsable(live)) return putInPlace(prepared, live, safety);
    const keepOld = () =>
      keepingWhole(safety, async (partial) => {
        await copySqlite(live, partial, copying);
        publish(partial, safety);
      });
    await replaceSqlite(prepared, live, keepOld, (done, total) => report('restoring', done, total));
    return 'kept';
  } finally {
    rmSync(preparing, { recursive: true, force: true });
  }
}

// Everything that has to change is changed in the copy, before anybody sees it.
async function prepare(folder: string, present: Present | null, backup: string, now: Date): Promise<void> {
  const database = await openDatabase({ DATA_DIR: folder });
  try {
    await inTransaction(database.db, async (tx) => {
      await endAllAccess(tx);
      await recordByHost({ db: tx, now }, { type: 'restore_backup', details: { backup } });
      if (!present) return;
      await keepMaintenance(tx, present);
      await continueRevisions(tx, present.revision);
    });
  } finally {
    await database.close();
  }
}

/** @throws Error where what is there could be read, but is not now, such as while others hold it */
async function presentOf(live: string): Promise<Present | null> {
  // What is missing, damaged or of something else has nothing to take over.
  if (!existsSync(live) || !isUsable(live)) return null;
  try {
    return await inspectSqlite(live, readPresent);
  } catch (error) {
    const { cause = error } = error as Error;
    if (isDamage(cause) || cause instanceof DatabaseError) return null;
    throw error;
  }
}

// There is no database, or one that SQLite does not open: it is put aside as it is, with its log.
function putInPlace(prepared: string, live: string, safety: string): Replaced {
  const wasThere = existsSync(live);
  createFolder(dirname(safety));
  for (const ending of ['', '-wal']) {
    if (wasThere && existsSync(`${live}${ending}`)) copyFileSync(`${live}${ending}`, `${safety}${ending}`);
  }
  // A log belongs to its database: beside another one it would be mixed into that.
  for (const ending of ['-wal', '-shm']) rmSync(`${live}${ending}`, { force: true });
  renameSync(prepared, live);
  return wasThere ? 'kept damaged' : 'nothing';
}
