import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';

const SAFE_VERSION = [3, 51, 3] as const;

function isSafe(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const [needMajor, needMinor, needPatch] = SAFE_VERSION;
  return (
    major > needMajor ||
    (major === needMajor && (minor > needMinor || (minor === needMinor && patch >= needPatch)))
  );
}

export type SqliteFile = ReturnType<typeof withStatementCache>;

/**
 * Opens a SQLite file (or `:memory:`) with durable commits. Its statements do not wait for locks.
 * @throws Error when this machine's SQLite is older than 3.51.3, whose write-ahead log could be damaged
 */
export function openFile(file: string): SqliteFile {
  const database = new DatabaseSync(file, { timeout: 5000 });
  const { version } = database.prepare('select sqlite_version() as version').get() as { version: string };
  if (!isSafe(version))
    throw new Error(`SQLite ${version} is too old; Pruta needs at least ${SAFE_VERSION.join('.')}.`);
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma busy_timeout = 0;
  `);
  return withStatementCache(database, CACHE_SIZE);
}

export function openFileToRead(file: string | URL): SqliteFile {
  return withStatementCache(new DatabaseSync(file, { timeout: 5000, readOnly: true }), READING_CACHE_SIZE);
}

/** Kilobytes of page cache. Long reads see each page once, and the system caches the file too. */
const CACHE_SIZE = 8000;
const READING_CACHE_SIZE = 4000;

// Prepared once, because the server repeats a few dozen statements.
function withStatementCache(database: DatabaseSync, cache: number) {
  database.exec(`pragma cache_size = -${cache}; pragma temp_store = memory;`);
  const statements = new LRUCache({ max: 500, memoMethod: (sql: string) => prepare(database, sql) });
  return {
    close: () => database.close(),
    isInTransaction: () => database.isTransaction,
    execute: <Row>(sql: string, parameters: readonly unknown[] = []) =>
      statements.memo(sql)(parameters as SQLInputValue[]) as QueryResult<Row>,
  };
}

function prepare(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return (parameters: SQLInputValue[]): QueryResult<Record<string, unknown>> => {
    if (names.length > 0) {
      const rows = statement.all(...parameters) as unknown as unknown[][];
      return { rows: rows.map((values) => rowOf(names, values)) };
    }
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
}

// The objects of node:sqlite are dictionaries, slow to fill and slower to read: a list takes a sixth longer.
function rowOf(names: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let column = 0; column < names.length; column += 1) row[names[column] as string] = values[column];
  return row;
}
