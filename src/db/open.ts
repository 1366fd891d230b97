import { join } from 'node:path';
import { type Dialect, Kysely, type LogEvent, type PostgresDialect, sql } from 'kysely';
import { isOfEarlierVersion, migrate } from './migrate.ts';
import type { Limits } from './postgres.ts';
import { readingDialect } from './reading-threads.ts';
import { replicaDialect } from './replica.ts';
import { openFile } from './sqlite.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { createStatements, type Statements } from './statements.ts';
import type { Engine, Tables } from './tables.ts';
import { isLostConnection, isUnavailable } from './unavailable.ts';

export type Db = Kysely<Tables>;

export interface Database {
  engine: Engine;
  db: Db;
  /** For long reads, which do not delay answers to other requests. */
  scanDb: Db;
  /** How many transactions of a job may write at once: SQLite has one writer. */
  writers: number;
  statements: Statements;
  /** Why the database cannot be used at the moment, in words for the host; null if it can. */
  problem(): Promise<string | null>;
  close(): Promise<void>;
}

/** A database that cannot be used, explained in one line for the host. */
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

/** How long a health check waits, and how long the query behind it may take; milliseconds. */
const MAX_WAIT = 200;
const MAX_PROBE = 2000;

/**
 * Remembers errors of the storage. A full disk or a locked file can still be read, so only a write shows that such an
 * error is over. A lost connection is not an error of the storage: the next query shows whether the database is there.
 */
function watchErrors(db: () => Db) {
  let last: unknown = null;
  let probing: Promise<void> | null = null;
  let startedAt = 0;

  const ask = (): Promise<unknown> => (last === null ? sql`select 1`.execute(db()) : writeMark(db()));

  // One lost connection does not mean that the others are lost.
  const retryLost = (error: unknown) => {
    if (!isLostConnection(error) || performance.now() - startedAt > MAX_PROBE) throw error;
    return ask();
  };

  const probe = () =>
    ask()
      .catch(retryLost)
      .catch(retryLost)
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
      if (!probing) startedAt = performance.now();
      probing ??= probe().finally(() => {
        probing = null;
      });
      await Promise.race([probing, new Promise((resolve) => setTimeout(resolve, MAX_WAIT).unref())]);
      const isStuck = probing !== null && performance.now() - startedAt > MAX_PROBE;
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

/** Never contains the password. */
function displayAddress(url: string | undefined, file: string): string {
  if (!url) return file;
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

/**
 * As `openDatabase`, but migrates nothing: for the command line, whose call could come before the backup of an upgrade,
 * or beside servers of the earlier version. An empty database gets its tables.
 * @throws DatabaseError with a one-line message, also for a database of an earlier version
 */
export function openCurrentDatabase(config: Place): Promise<Database> {
  return openDatabase(config, undefined, async () => {
    throw new Error('it is of an earlier version; start Pruta once, which migrates it');
  });
}

// Loads the client only where it is used.
async function postgres(url: string, limits: Limits): Promise<PostgresDialect> {
  return (await import('./postgres.ts')).postgresDialect(url, limits);
}

// A statement of a migration may pass over all rows.
async function migrateWithoutLimits(url: string): Promise<void> {
  const db = new Kysely<never>({ dialect: await postgres(url, { size: 2, longest: 0 }) });
  await migrate(db).finally(() => db.destroy());
}

/** Null where long reads use the same connections as all others. */
async function readingDialectOf(
  { DATABASE_URL, DATABASE_READ_URL }: Place,
  limits: Limits,
  db: Db,
  thread: { readingThread: URL; file: string } | null,
): Promise<Dialect | null> {
  if (!DATABASE_URL) return thread && readingDialect(thread.readingThread, thread.file);
  if (!DATABASE_READ_URL) return null;
  return replicaDialect({
    replica: await postgres(DATABASE_READ_URL, limits),
    primary: await postgres(DATABASE_URL, limits),
    async readPosition() {
      const position = sql<{ end: string }>`select pg_current_wal_insert_lsn()::text as end`;
      return (await position.execute(db)).rows[0]?.end ?? '';
    },
  });
}

/** Without the two numbers, as they are by default. */
interface Place {
  DATABASE_URL?: string | undefined;
  /** A replica for long reads. */
  DATABASE_READ_URL?: string | undefined;
  DATABASE_POOL_SIZE?: number;
  /** Seconds. */
  DATABASE_STATEMENT_TIMEOUT?: number;
  DATA_DIR: string;
}

/**
 * Opens and migrates the configured database. Only this code chooses the engine.
 * @param readingThread the built `reading-thread.ts`; without it SQLite reads everything in the calling thread
 * @param beforeUpgrade is called before the data model of an earlier version is migrated
 * @throws DatabaseError with a one-line message
 */
export async function openDatabase(
  config: Place,
  readingThread?: URL,
  beforeUpgrade?: () => Promise<unknown>,
): Promise<Database> {
  const file = config.DATA_DIR === ':memory:' ? ':memory:' : join(config.DATA_DIR, 'pruta.db');
  const engine: Engine = config.DATABASE_URL ? 'postgres' : 'sqlite';
  const errors = watchErrors(() => db);
  const statements = createStatements();
  const log = (event: LogEvent) => {
    if (event.level === 'query') statements.add(event.query.sql, event.queryDurationMillis);
    // SQLite reports its errors separately, after its last attempt.
    else if (engine === 'postgres') errors.note(event.error);
  };
  const limits = {
    ...(config.DATABASE_POOL_SIZE && { size: config.DATABASE_POOL_SIZE }),
    ...(config.DATABASE_STATEMENT_TIMEOUT && { longest: 1000 * config.DATABASE_STATEMENT_TIMEOUT }),
  };
  const db = new Kysely<Tables>({
    dialect: config.DATABASE_URL
      ? await postgres(config.DATABASE_URL, limits)
      : sqliteDialect(() => openFile(file), errors.note),
    log,
  });
  try {
    const data = db as unknown as Kysely<never>;
    const isEarlier = (beforeUpgrade || config.DATABASE_URL) && (await isOfEarlierVersion(data));
    if (isEarlier) await beforeUpgrade?.();
    if (isEarlier && config.DATABASE_URL) await migrateWithoutLimits(config.DATABASE_URL);
    else await migrate(data);
  } catch (error) {
    await db.destroy().catch(() => undefined);
    throw new DatabaseError(
      `The database ${displayAddress(config.DATABASE_URL, file)} cannot be used: ${reasonOf(error)}.`,
      {
        cause: error,
      },
    );
  }
  const reading = await readingDialectOf(
    config,
    limits,
    db,
    readingThread && file !== ':memory:' ? { readingThread, file } : null,
  );
  const scanDb = reading ? new Kysely<Tables>({ dialect: reading, log }) : db;
  return {
    engine,
    db,
    scanDb,
    statements,
    writers: engine === 'sqlite' ? 1 : 3,
    problem: errors.problem,
    async close() {
      // Closed first, because the last connection must be able to write: SQLite then moves the log into the file. An
      // explicit checkpoint would block writers of other processes until their readers end.
      if (reading) await scanDb.destroy();
      await db.destroy();
    },
  };
}
