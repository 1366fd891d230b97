import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely';
import type { SqliteFile } from './sqlite.ts';
import { isBusy } from './unavailable.ts';

/** How long work waits for another process that writes, in milliseconds; the pauses are SQLite's. */
const MAX_WAIT = 5000;
const PAUSES = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

/**
 * Retries while another connection locks the file. SQLite's own waiting would block the thread, and with it all other
 * answers.
 */
async function retryWhileBusy<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + MAX_WAIT;
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      await wait(PAUSES[Math.min(attempts, PAUSES.length - 1)]);
    }
  }
}

/** Admits one statement or transaction at a time, in order of arrival. */
class Turns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  async take(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }
}

/** Uses the only connection for a statement or a transaction, but not while waiting for a lock. */
class SharedConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  readonly #turns: Turns;
  readonly #onError: (error: unknown) => void;
  #hasTurn = false;

  constructor(file: SqliteFile, turns: Turns, onError: (error: unknown) => void) {
    this.#file = file;
    this.#turns = turns;
    this.#onError = onError;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#hasTurn ? this.#run(sql, parameters) : this.#inTurn(() => this.#run(sql, parameters));
  }

  async begin(...statements: string[]): Promise<void> {
    await this.#inTurn(() => {
      for (const sql of statements) this.#run(sql);
      this.#hasTurn = true;
    });
  }

  async commit(): Promise<void> {
    this.#run('commit');
    this.#hasTurn = false;
    this.#turns.pass();
  }

  async rollback(): Promise<void> {
    try {
      // SQLite has already rolled back if the disk is full or broken; its first error is the one to report.
      if (this.#file.isInTransaction()) this.#run('rollback');
    } finally {
      this.#hasTurn = false;
      this.#turns.pass();
    }
  }

  streamQuery(): never {
    throw new Error('Rows are read in batches.');
  }

  async #inTurn<Result>(work: () => Result): Promise<Result> {
    try {
      return await retryWhileBusy(async () => {
        await this.#turns.take();
        try {
          return work();
        } finally {
          if (!this.#hasTurn) this.#endTurn();
        }
      });
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  // `begin` may have succeeded before a later statement failed.
  #endTurn(): void {
    if (this.#file.isInTransaction()) this.#run('rollback');
    this.#turns.pass();
  }

  #run<Row>(sql: string, parameters?: readonly unknown[]): QueryResult<Row> {
    try {
      return this.#file.execute(sql, parameters);
    } catch (error) {
      if (this.#hasTurn) this.#onError(error);
      throw error;
    }
  }
}

class SharedDriver implements Driver {
  readonly #open: () => SqliteFile;
  readonly #onError: (error: unknown) => void;
  readonly #turns = new Turns();
  #file: SqliteFile | undefined;

  constructor(open: () => SqliteFile, onError: (error: unknown) => void) {
    this.#open = open;
    this.#onError = onError;
  }

  async init(): Promise<void> {
    this.#file = this.#open();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SharedConnection(this.#file as SqliteFile, this.#turns, this.#onError);
  }

  /** Takes the write lock at once, so that two writers wait for each other instead of failing half-way. */
  async beginTransaction(connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    const shared = connection as SharedConnection;
    // The first read of a transaction fixes the state that it sees.
    if (accessMode === 'read only') await shared.begin('begin', 'select 1 from sqlite_schema limit 1');
    else await shared.begin('begin immediate');
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SharedConnection).commit();
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as SharedConnection).rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#file?.close();
  }
}

class SharedAdapter extends SqliteAdapter {
  /** Other processes wait for the migration, and an interrupted one leaves nothing behind. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Statements and transactions share one connection. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

export function dialectOf(createDriver: () => Driver): Dialect {
  return {
    createAdapter: () => new SharedAdapter(),
    createDriver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** `open` is called at the first statement; `onError` receives errors that were not retried. */
export function sqliteDialect(
  open: () => SqliteFile,
  onError: (error: unknown) => void = () => undefined,
): Dialect {
  return dialectOf(() => new SharedDriver(open, onError));
}
