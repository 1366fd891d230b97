import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
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

/** Migrates in one transaction: other processes wait for it, and an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Takes the write lock at once, so that two writers wait for each other instead of failing half-way. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #open: () => DatabaseSync;

  constructor(open: () => DatabaseSync) {
    super({ database: async () => withStatementCache(open()) });
    this.#open = open;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: async () => withStatementCache(this.#open()) });
  }
}

// Statements are prepared once: the server repeats a few dozen of them all day.
function withStatementCache(database: DatabaseSync) {
  const statements = new LRUCache<string, SqliteStatement>({
    max: 500,
    memoMethod: (sql) => adapt(database.prepare(sql)),
  });
  return { close: () => database.close(), prepare: (sql: string) => statements.memo(sql) };
}

function adapt(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}

/**
 * Opens a SQLite file (or `:memory:`) with the settings that make a commit durable.
 * @throws Error when this machine's SQLite is older than 3.51.3, whose write-ahead log could be damaged
 */
export function sqliteDialect(file: string): SqliteDialect {
  return new ImmediateDialect(() => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    const { version } = database.prepare('select sqlite_version() as version').get() as { version: string };
    if (!isSafe(version))
      throw new Error(`SQLite ${version} is too old; Pruta needs at least ${SAFE_VERSION.join('.')}.`);
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma cache_size = -16000;
      pragma temp_store = memory;
    `);
    return database;
  });
}
