import { join } from 'node:path';
import { Kysely, type LogEvent, type PostgresDialect, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { readingDialect } from './reading-threads.ts';
import { sqliteDialect } from './sqlite.ts';
import { openFile } from './sqlite-file.ts';
import { createStatements, type Statements } from './statements.ts';
import type { Engine, Tables } from './tables.ts';
import { isLostConnection, isUnavailable } from './unavailable.ts';

export type Db = Kysely<Tables>;

export interface Database {
  engine: Engine;
  db: Db;
  /** The same data for reads that look at many rows: answers to other requests do not wait for them. */
  scanDb: Db;
  /** How many database transactions of a job may write at the same time: SQLite has one writer. */
  writers: number;
  statements: Statements;
  /** Why the database cannot be read or written at the moment, in words for the person who hosts; null if it can. */
  problem(): Promise<string | null>;
  close(): Promise<void>;
}

/** A database that cannot be used, explained in one line for the person who hosts. */
export class DatabaseError extends Error {}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'no machine has that name',
  ETIMEDOUT: 'it does not answer',
  ECONNRESET: 'the connection was lost',
  '25006': 'it is read-only',
  '53100': 'the disk is full',
  '53300': 'it has too many connections',
  '57P01': 'it is stopping',
  '57P03': 'it is starting or stopping',
  '28P01': 'the password is wrong',
  '3D000': 'that database does not exist',
  EACCES: 'the folder is not writable',
  EROFS: 'the folder is read-only',
  ENOSPC: 'the disk is full',
};

// SQLite's result codes (sqlite.org/rescode.html); the low byte is the kind.
const SQLITE_REASONS: Record<number, string> = {
  5: 'another process holds it',
  8: 'the folder or the file is read-only',
  10: 'the disk cannot be read or written',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'the file cannot be opened; is the folder writable?',
  26: 'the file is not a SQLite database',
};

export function reasonOf(error: unknown): string {
  return knownReason(error) ?? String((error as Error).message);
}

function knownReason(error: unknown): string | undefined {
  const { code, errcode, message, errors } = error as {
    code?: string;
    errcode?: number;
    message?: string;
    errors?: { code?: string }[];
  };
  return (
    SQLITE_REASONS[(errcode ?? 0) & 255] ??
    REASONS[code ?? errors?.[0]?.code ?? ''] ??
    (message?.includes('timeout') ? 'it does not answer' : undefined)
  );
}

/** How long a question about the database's health waits, and how long its database may take; milliseconds. */
const LONGEST_WAIT = 200;
const LONGEST_PROBE = 2000;

/**
 * Notes the errors of the storage. A full disk or a file that another process has locked can still be read: after a
 * error only a write shows that it is over. A lost connection is no error of the storage: the next question shows
 * whether the database is there.
 */
function watchErrors(db: () => Db) {
  let last: unknown = null;
  let probing: Promise<void> | null = null;
  let since = 0;

  const ask = (): Promise<unknown> => (last === null ? sql`select 1`.execute(db()) : writeMark(db()));

  // One connection that has ended says nothing of the others.
  const askAnother = (error: unknown) => {
    if (!isLostConnection(error) || performance.now() - since > LONGEST_PROBE) throw error;
    return ask();
  };

  const probe = () =>
    ask()
      .catch(askAnother)
      .catch(askAnother)
      .then(
        () => {
          last = null;
        },
        (error) => {
          last = error;
        },
      );

  return {
    note(error: unknown): void {
      if (isUnavailable(error) && !isLostConnection(error)) last = error;
    },
    async problem(): Promise<string | null> {
      if (!probing) since = performance.now();
      probing ??= probe().finally(() => {
        probing = null;
      });
      await Promise.race([probing, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT).unref())]);
      const isStuck = probing !== null && performance.now() - since > LONGEST_PROBE;
      if (last === null) return isStuck ? 'it does not answer' : null;
      return knownReason(last) ?? 'it does not answer';
    },
  };
}

async function writeMark(db: Db): Promise<void> {
  const mark = { holder: '', expires_at: new Date().toISOString() };
  const insertion = db.insertInto('leases').values({ name: 'health', ...mark });
  await insertion.onConflict((conflict) => conflict.column('name').doUpdateSet(mark)).execute();
}

/** The part of a database's address that may be shown: never its password. */
function displayAddress(url: string | undefined, file: string): string {
  if (!url) return file;
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

// The client is loaded only where it is used.
async function postgres(url: string): Promise<PostgresDialect> {
  return (await import('./postgres.ts')).postgresDialect(url);
}

/**
 * Opens the database that the configuration names (the only code that asks which engine it is) and migrates it.
 * @param readingThread the built `reading-thread.ts`; without it SQLite reads everything in the calling thread
 * @throws DatabaseError in one clear line
 */
export async function openDatabase(
  config: { DATABASE_URL?: string | undefined; DATA_DIR: string },
  readingThread?: URL,
): Promise<Database> {
  const file = config.DATA_DIR === ':memory:' ? ':memory:' : join(config.DATA_DIR, 'pruta.db');
  const engine: Engine = config.DATABASE_URL ? 'postgres' : 'sqlite';
  const errors = watchErrors(() => db);
  const statements = createStatements();
  const log = (event: LogEvent) => {
    if (event.level === 'query') statements.add(event.query.sql, event.queryDurationMillis);
    // SQLite tells its errors by itself, once it has stopped trying.
    else if (engine === 'postgres') errors.note(event.error);
  };
  const db = new Kysely<Tables>({
    dialect: config.DATABASE_URL
      ? await postgres(config.DATABASE_URL)
      : sqliteDialect(() => openFile(file), errors.note),
    log,
  });
  try {
    await migrate(db as unknown as Kysely<never>);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw new DatabaseError(
      `The database ${displayAddress(config.DATABASE_URL, file)} cannot be used: ${reasonOf(error)}.`,
      {
        cause: error,
      },
    );
  }
  const isThreaded = engine === 'sqlite' && file !== ':memory:' && readingThread !== undefined;
  const scanDb = isThreaded ? new Kysely<Tables>({ dialect: readingDialect(readingThread, file), log }) : db;
  return {
    engine,
    db,
    scanDb,
    statements,
    writers: engine === 'sqlite' ? 1 : 3,
    problem: errors.problem,
    async close() {
      // First, because the last connection to the file is to be one that can write: SQLite then moves the log into the
      // file. A checkpoint by hand would hold back the writers of other processes until their readers have ended.
      if (isThreaded) await scanDb.destroy();
      await db.destroy();
    },
  };
}
