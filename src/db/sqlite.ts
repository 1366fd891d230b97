import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type TransactionSettings,
} from 'kysely';
import { openFile, type SqliteFile } from './sqlite-file.ts';

/** Migrates in one transaction: other processes wait for it, and an interrupted migration leaves nothing behind. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Takes the write lock at once, so that two writers wait for each other instead of failing half-way. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    { accessMode }: TransactionSettings = {},
  ): Promise<void> {
    const begin = accessMode === 'read only' ? 'begin' : 'begin immediate';
    await connection.executeQuery(CompiledQuery.raw(begin));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #open: () => SqliteFile;

  constructor(open: () => SqliteFile) {
    super({ database: async () => open() });
    this.#open = open;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: async () => this.#open() });
  }
}

/** A SQLite file (or `:memory:`), opened at the first statement by `openFile`. */
export function sqliteDialect(file: string): SqliteDialect {
  return new ImmediateDialect(() => openFile(file));
}
