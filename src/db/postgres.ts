import type { Socket } from 'node:net';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { isLostConnection } from './unavailable.ts';

const BIGINT = 20;
const NUMERIC = 1700;

// Sums of minor units arrive as text; beyond the safe range they must fail rather than round.
function exactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`);
  return value;
}

const types = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    id === BIGINT || id === NUMERIC ? exactInteger : pg.types.getTypeParser(id, format as 'text'),
};

export interface Limits {
  /** The most connections of this process. */
  size?: number;
  /** After how many milliseconds PostgreSQL ends a statement; 0 for never. */
  longest?: number;
  /** When a silent connection counts as lost, in milliseconds: by then PostgreSQL has ended any statement. */
  maxSilence?: number;
}

const AFTER_LONGEST = 5000;

/**
 * Connecting to a server that does not answer fails after five seconds. The pool replaces lost connections, and their
 * statements fail.
 */
export function postgresDialect(
  url: string,
  { size = 10, longest = 30_000, maxSilence = longest && longest + AFTER_LONGEST }: Limits = {},
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    types: types as pg.CustomTypesConfig,
    application_name: 'pruta',
    // The pool drops a connection for which this fails; the query builder's hook would keep it.
    async onConnect(client) {
      endSilence(client as pg.Client, maxSilence);
      endWithBackend(client as pg.Client);
      await planForSmallAnswers(client, longest);
    },
  });
  // Without listeners, the end of a connection would end the process: the pool's covers idle connections, and each
  // client's those in a transaction.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

// On a cut line no end of the connection arrives, and the system retries for a quarter of an hour.
function endSilence({ connection }: pg.Client, maxSilence: number): void {
  const socket = connection.stream as Socket;
  socket.setTimeout(maxSilence, () =>
    socket.destroy(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' })),
  );
}

// PostgreSQL reports the end of a connection as an error of the running statement. Until the connection closes, the
// pool would give it to the next statement.
function endWithBackend(client: pg.Client): void {
  client.connection.on('errorMessage', (error) => {
    if (isLostConnection(error)) void client.end();
  });
}

// Our statements read a page from an index in its order. Without statistics the planner expects few rows, and collects
// and sorts thousands instead. With the default cost of a page, a search through 10,000 rows of one person reads those
// of all people (55 ms instead of 3), or starts workers.
async function planForSmallAnswers(client: pg.ClientBase, longest: number): Promise<void> {
  await client.query(
    `set enable_bitmapscan = off; set random_page_cost = 1.1; set parallel_setup_cost = 20000; set statement_timeout = ${longest}`,
  );
}
