import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { Kysely } from 'kysely';
import { KNOWN_MIGRATIONS } from '../migrate.ts';
import { DatabaseError, type Db, reasonOf } from '../open.ts';
import { sqliteDialect } from '../sqlite.ts';
import { openFileToRead } from '../sqlite-file.ts';
import type { Tables } from '../tables.ts';

/** A part of a database that is not as it must be: where, and what is wrong, never with people's data. */
export interface IntegrityError {
  table: string;
  key: string;
  problem: string;
}

/**
 * Opens a SQLite file of Pruta for reading, without changing or migrating it.
 * @throws DatabaseError in one line when it is missing, damaged, of something else or of a newer Pruta
 */
export async function inspectSqlite<Result>(
  file: string,
  work: (db: Db, errors: IntegrityError[]) => Promise<Result>,
): Promise<Result> {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}.`);
  const place = isBeingWritten(file) ? file : unchanging(file);
  const errors = inOneLine(file, () => readErrors(file, place));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(() => openFileToRead(place)) });
  try {
    return await work(db, errors);
  } finally {
    await db.destroy();
  }
}

function readErrors(file: string, place: string | URL): IntegrityError[] {
  const opened = new DatabaseSync(place, { readOnly: true, timeout: 5000 });
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
  const made = opened.prepare('select name from kysely_migration').all();
  if (!made.every(({ name }) => KNOWN_MIGRATIONS.includes(String(name))))
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

// A file that nobody writes can be read wherever it lies, and nothing is put beside it.
function unchanging(file: string): URL {
  const address = pathToFileURL(file);
  address.search = 'mode=ro&immutable=1';
  return address;
}

const MOST_ERRORS = 100;

/** What SQLite finds wrong with a file: pages, indexes, and references to rows that do not exist. */
function findSqliteErrors(file: DatabaseSync): IntegrityError[] {
  const damages = file.prepare(`pragma integrity_check(${MOST_ERRORS})`).all() as {
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
  return references.slice(0, MOST_ERRORS).map(({ table, rowid, parent }) => ({
    table,
    key: rowid === null ? '' : `row ${rowid}`,
    problem: `refers to a row of ${parent} that does not exist`,
  }));
}
