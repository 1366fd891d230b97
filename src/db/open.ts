import { join } from 'node:path';
import { Kysely, type PostgresDialect, sql } from 'kysely';
import { migrate } from './migrate.ts';
import { readingDialect } from './reading-threads.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

export type Db = Kysely<Tables>;

export interface Database {
  engine: Engine;
  db: Db;
  /** The same data for reads that look at many rows: answers to other requests do not wait for them. */
  scanDb: Db;
  /** How many database transactions of a job may write at the same time: SQLite has one writer. */
  writers: number;
  /** Whether the database answers at the moment. */
  answers(): Promise<boolean>;
  close(): Promise<void>;
}

/** A database that cannot be used, explained in one line for the person who hosts. */
export class DatabaseError extends Error {}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at that address',
  ENOTFOUND: 'no machine has that name',
  ETIMEDOUT: 'it does not answer',
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

function reasonOf(error: unknown): string {
  const { code, errcode, message, errors } = error as {
    code?: string;
    errcode?: number;
    message?: string;
    errors?: { code?: string }[];
  };
  return (
    SQLITE_REASONS[(errcode ?? 0) & 255] ??
    REASONS[code ?? errors?.[0]?.code ?? ''] ??
    (message?.includes('timeout') ? 'it does not answer' : String(message))
  );
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
  const db = new Kysely<Tables>({
    dialect: config.DATABASE_URL ? await postgres(config.DATABASE_URL) : sqliteDialect(file),
  });
  try {
    await migrate(db as unknown as Kysely<never>, engine);
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
  const scanDb = isThreaded ? new Kysely<Tables>({ dialect: readingDialect(readingThread, file) }) : db;
  return {
    engine,
    db,
    scanDb,
    writers: engine === 'sqlite' ? 1 : 3,
    answers: () =>
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
    async close() {
      // First, because the last connection to the file is to be one that can write: SQLite then moves the log into the
      // file. A checkpoint by hand would hold back the writers of other processes until their readers have ended.
      if (isThreaded) await scanDb.destroy();
      await db.destroy();
    },
  };
}
