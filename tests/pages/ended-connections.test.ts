import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createStorage } from '../support/databases.ts';
import { createPerson, type Person } from '../support/people.ts';
import { MIGRATED } from '../support/postgres.ts';
import { startPostgresLine } from '../support/postgres-line.ts';
import { type RunningServer, startServer } from '../support/server.ts';

/** Connections to end at random, about twenty a second; `ENDED_CONNECTIONS=1500` takes a minute. */
const ENDED = Number(process.env.ENDED_CONNECTIONS ?? 80);
const WRITERS = 12;

test('a server whose connections end again and again records once what it acknowledges, and recovers', {
  timeout: 180_000 + ENDED * 500,
}, async () => {
  const storage = await createStorage('postgres', MIGRATED);
  onTestFinished(() => storage.remove());
  const line = await startPostgresLine(storage.DATABASE_URL ?? '');
  onTestFinished(() => line.close());
  const server = await startServer({ DATA_DIR: storage.DATA_DIR, DATABASE_URL: line.url });
  onTestFinished(() => server.kill());
  const person = await createPerson(server);
  // Directly, not over the line.
  const ending = new pg.Client(storage.DATABASE_URL);
  await ending.connect();
  onTestFinished(() => ending.end());

  const acknowledged: string[] = [];
  const refused = new Map<string, number>();
  let isOver = false;
  const note = (refusal: string) => refused.set(refusal, (refused.get(refusal) ?? 0) + 1);
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let number = 0; !isOver; number += 1) {
      const description = `writer ${writer} row ${number}`;
      let status = await post(server, person, description);
      for (; status === 503; status = await post(server, person, description)) note('503');
      if (status === 201) acknowledged.push(description);
      else note(`${status} for a row`);
    }
  });
  const readers = ['/transactions?search=row', '/analytics', '/export', '/health'].map(async (path) => {
    while (!isOver) {
      const status = await visit(server, person, path);
      if (status !== 200) note(status === 503 ? `503 ${path}` : `${status} for ${path}`);
    }
  });
  // A slow machine needs more of them until each writer has written meanwhile.
  for (let ended = 0; ended < ENDED || acknowledged.length <= WRITERS; ended += 1) {
    if (ended % 5 === 4) line.cutOne();
    else await endOne(ending);
  }
  isOver = true;
  await Promise.all([...writers, ...readers]);

  if (process.env.ENDED_CONNECTIONS)
    process.stdout.write(`${acknowledged.length} rows; ${JSON.stringify([...refused])}\n`);
  expect([...refused.keys()].filter((refusal) => !refusal.startsWith('503'))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(WRITERS);
  const { rows } = await ending.query('select description from transactions');
  expect(rows.map(({ description }) => description).sort()).toEqual(acknowledged.sort());
  const pages = await Promise.all(Array.from({ length: 40 }, () => visit(server, person, '/transactions')));
  expect(pages.filter((status) => status !== 200)).toEqual([]);
  expect(await visit(server, person, '/health')).toBe(200);
  expect(await server.stop()).toBe(0);
});

/** Ends one connection of the server after a moment. */
async function endOne(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_sleep(random() * 0.06), pg_terminate_backend(pid) from (
      select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      order by random() limit 1
    ) as one`,
  );
}

async function post(server: RunningServer, person: Person, description: string): Promise<number> {
  const answer = await fetch(`${server.url}/api/v1/transactions/expense`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${person.accessToken}`,
      'idempotency-key': description.replaceAll(' ', '-'),
    },
    body: JSON.stringify({ amount: 1, description }),
  });
  await answer.body?.cancel();
  return answer.status;
}

async function visit(server: RunningServer, person: Person, path: string): Promise<number> {
  const cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
  const answer = await fetch(server.url + path, { headers: { cookie } });
  await answer.arrayBuffer();
  return answer.status;
}
