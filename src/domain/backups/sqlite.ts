import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type IntegrityError, inspectSqlite, isOfEarlierModel } from '../../db/backup/inspect-sqlite.ts';
import { copySqlite, isDamage, isUsable, replaceSqlite } from '../../db/backup/sqlite-copy.ts';
import { type Database, DatabaseError, type Db, openDatabase, reasonOf } from '../../db/open.ts';
import { inSnapshot, inTransaction } from '../../db/transact.ts';
import { recordByHost } from '../activity/record.ts';
import { checkTotals, checkTotalsOf, type Difference } from '../ledger/check.ts';
import { continueRevisions } from '../ledger/ledger.ts';
import { countContent, endAllAccess, keepMaintenance, type Present, readPresent } from './backups.queries.ts';
import { createFolder, deleteAbandoned, publish, withPartialFile } from './folder.ts';

/** The database is intact if there are no errors and no differences. */
export interface Check {
  errors: IntegrityError[];
  differences: Difference[];
  people: number;
  transactions: number;
}

export type Report = (stage: 'copying' | 'checking' | 'restoring', done: number, total: number) => void;

export function isWhole({ errors, differences }: Check): boolean {
  return errors.length === 0 && differences.length === 0;
}

/**
 * Checks pages, references and stored totals of the server's file or a backup.
 * @param userId checks the totals of this person only
 * @throws DatabaseError with a one-line message when the file is missing, foreign or of a newer version
 */
export function checkSqlite(file: string, report: Report = () => {}, userId?: string): Promise<Check> {
  return inspectSqlite(file, async (db, errors) => {
    // Queries on damaged pages return anything.
    if (errors.length > 0) return { errors, differences: [], people: 0, transactions: 0 };
    const content = (await isOfEarlierModel(db))
      ? await inUpgradedCopy(file, ({ db }) => checkContent(db, report, userId))
      : await checkContent(db, report, userId);
    return { errors, ...content };
  });
}

// Only the present data model can be read.
async function inUpgradedCopy<Result>(
  file: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  deleteAbandoned(dirname(file), /^\.upgraded-[\da-f-]+$/);
  const folder = join(dirname(file), `.upgraded-${randomUUID()}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    await copySqlite(file, join(folder, 'pruta.db'));
    const database = await openDatabase({ DATA_DIR: folder });
    return await work(database).finally(() => database.close());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies a database of an earlier version before it is migrated; its totals are not compared.
 * @throws Error in words for the host, after "the database cannot be used"
 */
export async function backUpBeforeUpgrade(live: string, file: string): Promise<void> {
  try {
    await withPartialFile(file, async (partial) => {
      await copySqlite(live, partial);
      const [error] = await inspectSqlite(partial, async (_, errors) => errors);
      if (error) throw new Error(`${error.table}: ${error.problem}`);
      publish(partial, file);
    });
  } catch (error) {
    const reason = `it is of an earlier version, and ${file}, its copy before the upgrade, could not be made`;
    // Some reasons are sentences, and this one ends with a full stop of its own.
    throw new Error(`${reason}: ${reasonOf(error).replace(/[.]$/, '')}`, { cause: error });
  }
}

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
 * Copies the database while servers run, and publishes the copy after a check. A copy with differing totals is kept,
 * because the database is no better.
 * @throws DatabaseError when pages or references are damaged; nothing remains of the copy
 */
export async function makeSqliteBackup(
  live: string,
  file: string,
  now: Date,
  report: Report,
): Promise<Check> {
  return withPartialFile(file, async (partial) => {
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

export type Replaced = 'nothing' | 'kept' | 'kept damaged';

/**
 * Replaces the database by a checked backup, after copying the old content. One transaction replaces all of it, so that
 * no reader and no crash ever sees a mixture. Sessions and mailed links end. Safe while servers run; only if the old
 * database cannot be opened, the server must be restarted.
 * @param safety the file for the copy of the old database
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
      withPartialFile(safety, async (partial) => {
        await copySqlite(live, partial, copying);
        publish(partial, safety);
      });
    await replaceSqlite(prepared, live, keepOld, (done, total) => report('restoring', done, total));
    return 'kept';
  } finally {
    rmSync(preparing, { recursive: true, force: true });
  }
}

// All changes are made in the copy, before it is visible.
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

/** @throws Error if an intact database cannot be read now, such as while it is locked */
async function presentOf(live: string): Promise<Present | null> {
  // A missing, damaged or foreign file has nothing to keep.
  if (!existsSync(live) || !isUsable(live)) return null;
  try {
    return await inspectSqlite(live, readPresent);
  } catch (error) {
    const { cause = error } = error as Error;
    if (isDamage(cause) || cause instanceof DatabaseError) return null;
    throw error;
  }
}

// For a missing database, or one that SQLite cannot open: it is set aside unchanged, with its log.
function putInPlace(prepared: string, live: string, safety: string): Replaced {
  const wasThere = existsSync(live);
  createFolder(dirname(safety));
  for (const ending of ['', '-wal']) {
    if (wasThere && existsSync(`${live}${ending}`)) copyFileSync(`${live}${ending}`, `${safety}${ending}`);
  }
  // SQLite would apply an old log to the new database.
  for (const ending of ['-wal', '-shm']) rmSync(`${live}${ending}`, { force: true });
  renameSync(prepared, live);
  return wasThere ? 'kept damaged' : 'nothing';
}
