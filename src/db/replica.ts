import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type TransactionSettings,
} from 'kysely';

/** How long a read waits for the replica, the pause between looks, and how long one that is away is let be; ms. */
const MAX_WAIT = 100;
const PAUSE = 10;
const AWAY = 30_000;

interface Parts {
  replica: Dialect;
  /** Takes the reads for which the replica is too late, or away. */
  primary: Dialect;
  /** Where the primary's log ends. */
  readPosition(): Promise<string>;
}

/**
 * Reads from a replica of PostgreSQL, and only what includes everything that was written before: people see what they
 * have just recorded.
 */
export function replicaDialect(parts: Parts): Dialect {
  const { primary } = parts;
  return {
    createAdapter: () => primary.createAdapter(),
    createQueryCompiler: () => primary.createQueryCompiler(),
    createIntrospector: (db) => primary.createIntrospector(db),
    createDriver: () => new ReplicaDriver(parts),
  };
}

class ReplicaDriver implements Driver {
  readonly #replica: Driver;
  readonly #primary: Driver;
  readonly #readPosition: Parts['readPosition'];
  readonly #ofReplica = new WeakSet<DatabaseConnection>();
  #awayUntil = 0;

  constructor({ replica, primary, readPosition }: Parts) {
    this.#replica = replica.createDriver();
    this.#primary = primary.createDriver();
    this.#readPosition = readPosition;
  }

  async init(): Promise<void> {
    await this.#replica.init();
    await this.#primary.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (performance.now() >= this.#awayUntil) {
      const connection = await this.#fresh(await this.#readPosition());
      if (connection) return connection;
    }
    return this.#primary.acquireConnection();
  }

  /** Null if the replica is away or too late. */
  async #fresh(position: string): Promise<DatabaseConnection | null> {
    let connection: DatabaseConnection | undefined;
    try {
      connection = await this.#replica.acquireConnection();
      if (await hasReplayed(connection, position)) {
        this.#ofReplica.add(connection);
        return connection;
      }
    } catch {
      // The primary answers meanwhile, and says what is wrong if it is away too.
      this.#awayUntil = performance.now() + AWAY;
    }
    if (connection) await this.#replica.releaseConnection(connection);
    return null;
  }

  #driverOf(connection: DatabaseConnection): Driver {
    return this.#ofReplica.has(connection) ? this.#replica : this.#primary;
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return this.#driverOf(connection).beginTransaction(connection, settings);
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driverOf(connection).commitTransaction(connection);
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#driverOf(connection).rollbackTransaction(connection);
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#driverOf(connection).releaseConnection(connection);
  }

  async destroy(): Promise<void> {
    await this.#replica.destroy();
    await this.#primary.destroy();
  }
}

async function hasReplayed(connection: DatabaseConnection, position: string): Promise<boolean> {
  // Null on a server that is no replica.
  const look = CompiledQuery.raw('select pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there', [position]);
  const deadline = performance.now() + MAX_WAIT;
  for (;;) {
    const { rows } = await connection.executeQuery<{ is_there: boolean | null }>(look);
    if (rows[0]?.is_there) return true;
    if (performance.now() >= deadline) return false;
    await wait(PAUSE);
  }
}
