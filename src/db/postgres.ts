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

/** How long a connection may be silent before it is taken for lost, in milliseconds: nothing here works for so long. */
const LONGEST_SILENCE = 30_000;

/**
 * A pool of PostgreSQL connections; connecting to a server that does not answer fails after five seconds. A connection
 * that is lost, at whatever moment, is replaced by the pool, and its statements fail by themselves.
 */
export function postgresDialect(url: string, longestSilence = LONGEST_SILENCE): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    types: types as pg.CustomTypesConfig,
    application_name: 'pruta',
    // The pool gives up a connection for which this fails. The query builder's own hook would keep it for ever.
    async onConnect(client) {
      endSilence(client as pg.Client, longestSilence);
      endWithBackend(client as pg.Client);
      await planForSmallAnswers(client);
    },
  });
  // Without listeners the end of a connection would end the process: the pool's own covers idle connections, and each
  // one's those that a transaction holds.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new PostgresDialect({ pool });
}

// Where the line is cut without a word, no end of the connection arrives, and the system tries for a quarter of an hour.
function endSilence({ connection }: pg.Client, longestSilence: number): void {
  const socket = connection.stream as Socket;
  socket.setTimeout(longestSilence, () =>
    socket.destroy(Object.assign(new Error('PostgreSQL does not answer'), { code: 'ETIMEDOUT' })),
  );
}

// PostgreSQL announces the end of a connection as the error of the statement that is running. Until the end itself
// arrives, the pool would give the connection to the next statement.
function endWithBackend(client: pg.Client): void {
  client.connection.on('errorMessage', (error) => {
    if (isLostConnection(error)) void client.end();
  });
}

// Statements here read a page off an index in its order. Without statistics the planner expects a handful of rows where
// there are thousands, and collects and sorts them all instead. Indexes are worth their use on solid-state disks: with
// the usual cost of a page, a search through 10,000 rows of one person reads those of all people (55 ms instead of 3),
// or starts workers for them.
async function planForSmallAnswers(client: pg.ClientBase): Promise<void> {
  await client.query(
    'set enable_bitmapscan = off; set random_page_cost = 1.1; set parallel_setup_cost = 20000',
  );
}
