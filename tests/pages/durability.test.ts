import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createStorage } from '../support/databases.ts';
import { createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const ROUNDS = 5;
const WRITERS = 6;

test('a server that is killed while writing has everything that it acknowledged, once', {
  timeout: 300_000,
}, async () => {
  const storage = await createStorage('sqlite');
  onTestFinished(() => storage.remove());
  const { DATA_DIR } = storage;
  const acknowledged: string[] = [];
  const attempted: string[] = [];
  let person: Person | undefined;

  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startServer({ DATA_DIR });
    person ??= await createPerson(server);
    // Each round ends at another point of the writing.
    await writeUntil(server, person, { round, wanted: 5 + round * 2, acknowledged, attempted });
    await server.kill();
  }

  const rows = storedRows(DATA_DIR);
  expect(rows.integrity).toEqual([{ integrity_check: 'ok' }]);
  expect(rows.orphans).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(ROUNDS * 5);
  expect(new Set(rows.descriptions).size, 'rows that are there twice').toBe(rows.descriptions.length);
  expect(acknowledged.filter((description) => !rows.descriptions.includes(description))).toEqual([]);
  expect(rows.descriptions.filter((description) => !attempted.includes(description))).toEqual([]);

  const server = await startServer({ DATA_DIR });
  const { accessToken } = person as Person;
  const balance = await read(server, accessToken, '/transactions/balance');
  const list = await read(server, accessToken, '/transactions?status=any&limit=1');
  expect(balance.data).toMatchObject({ expenses: rows.cents / 100, balance: -rows.cents / 100 });
  expect(list.data).toMatchObject({
    summary: { total: rows.descriptions.length, expenses: rows.cents / 100 },
  });
  expect(await server.stop()).toBe(0);
});

interface Writing {
  round: number;
  /** Acknowledgements that end the round. */
  wanted: number;
  acknowledged: string[];
  attempted: string[];
}

// Returns at the last acknowledgement of the round, while other writers are still writing.
async function writeUntil(server: RunningServer, { accessToken }: Person, writing: Writing): Promise<void> {
  const { round, wanted, acknowledged, attempted } = writing;
  const start = acknowledged.length;
  let number = 0;
  const write = async (): Promise<void> => {
    while (acknowledged.length < start + wanted) {
      number += 1;
      const description = `round ${round} row ${number}`;
      attempted.push(description);
      const answer = await post(server, accessToken, { amount: number / 100, description }).catch(() => null);
      if (answer?.status !== 201) return;
      acknowledged.push(description);
    }
  };
  await Promise.race(Array.from({ length: WRITERS }, write));
}

function post(server: RunningServer, token: string, body: Record<string, unknown>): Promise<Response> {
  return fetch(`${server.url}/api/v1/transactions/expense`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function read(server: RunningServer, token: string, path: string): Promise<{ data: unknown }> {
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${server.url}/api/v1${path}`, { headers })).json()) as { data: unknown };
}

function storedRows(DATA_DIR: string) {
  const database = new DatabaseSync(join(DATA_DIR, 'pruta.db'));
  const rows = database.prepare('select description, amount from transactions').all();
  const stored = {
    integrity: database
      .prepare('pragma integrity_check')
      .all()
      .map((row) => ({ ...row })),
    orphans: database.prepare('pragma foreign_key_check').all(),
    descriptions: rows.map(({ description }) => String(description)),
    cents: rows.reduce((sum, { amount }) => sum + Number(amount), 0),
  };
  database.close();
  return stored;
}
