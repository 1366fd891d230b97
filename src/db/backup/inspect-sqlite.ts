import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import { isOfEarlierVersion, KNOWN_MIGRATIONS } from '../migrate.ts';
import { DatabaseError, type Db, reasonOf } from '../open.ts';
import { openFileToRead } from '../sqlite.ts';
import { sqliteDialect } from '../sqlite-dialect.ts';
import type { Tables } from '../tables.ts';

/** A damaged part of a database; never contains people's data. */
export interface IntegrityError {
  table: string;
  key: string;
  problem: string;
}

/**
 * Opens a SQLite file of Pruta read-only, without migrating it.
 * @throws DatabaseError with a one-line message when it is missing, damaged, foreign or of a newer version
 */
export async function inspectSqlite<Result>(
  file: string,
  work: (db: Db, errors: IntegrityError[]) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}.`);
  const location = isBeingWritten(file) ? file : unchanging(file);
  const errors = inOneLine(file, () => readErrors(file, location));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(() => openFileToRead(location)) });
  try {
    return await work(db, errors);
  } finally {
    await db.destroy();
  }
}

export function isOfEarlierModel(db: Db): Promise<boolean> {
  return isOfEarlierVersion(db as unknown as Kysely<never>);
}

function readErrors(file: string, location: string | URL): IntegrityError[] {
  const opened = new DatabaseSync(location, { readOnly: true, timeout: 5000 });
  try {
    requireOurs(file, opened);
    return findSqliteErrors(opened);
  } finally {
    opened.close();
  }
}

function requireOurs(file: string, opened: DatabaseSync): void {
  const tables = opened.prepare("select name from sqlite_schema where type = 'table'").all();
  const names = new Set(tables.map(({ name }) => name));
  if (!['kysely_migration', 'users', 'transactions', 'settings'].every((name) => names.has(name)))
    throw new DatabaseError(`${file} is not a database of Pruta.`);
  const applied = opened.prepare('select name from kysely_migration').all();
  if (!applied.every(({ name }) => KNOWN_MIGRATIONS.includes(String(name))))
    throw new DatabaseError(`${file} was made by a newer Pruta; install that version or a later one.`);
}

function inOneLine<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(`${file} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
}

function isBeingWritten(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
}

// `immutable` reads a file that no process writes, even from a read-only folder, and creates no files beside it.
function unchanging(file: string): URL {
  const address = pathToFileURL(file);
  address.search = 'mode=ro&immutable=1';
  return address;
}

const MAX_ERRORS = 100;

function findSqliteErrors(file: DatabaseSync): IntegrityError[] {
  const damages = file.prepare(`pragma integrity_check(${MAX_ERRORS})`).all() as {
    integrity_check: string;
  }[];
  const errors = damages
    .filter(({ integrity_check }) => integrity_check !== 'ok')
    .map(({ integrity_check }) => ({ table: 'the file', key: '', problem: integrity_check }));
  if (errors.length > 0) return errors;
  const references = file.prepare('pragma foreign_key_check').all() as {
    table: string;
    rowid: number | null;
    parent: string;
  }[];
  return references.slice(0, MAX_ERRORS).map(({ table, rowid, parent }) => ({
    table,
    key: rowid === null ? '' : `row ${rowid}`,
    problem: `refers to a row of ${parent} that does not exist`,
  }));
}
