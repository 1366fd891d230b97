import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { checkTotalsOf } from '../../src/domain/ledger/check.ts';
import { type Balancer, startBalancer } from '../support/balancer.ts';
import { createStorage, type Storage } from '../support/databases.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { freePort } from '../support/port.ts';
import { startPostgres } from '../support/postgres.ts';
import { restrict } from '../support/restrictions.ts';
import { type RunningServer, startServer } from '../support/server.ts';

type Pair = Pick<Person, 'accessToken' | 'refreshToken'>;

let storage: Storage;
let database: Database;
let one: RunningServer;
let other: RunningServer;

beforeAll(async () => {
  storage = await createStorage('postgres');
  const environment = {
    DATABASE_URL: storage.DATABASE_URL,
    APP_SECRET: 'one secret for both nodes, long enough',
    // A half, because each attempt hashes a password.
    RATE_LIMIT_SCALE: '0.5',
  };
  one = await startServer(environment);
  other = await startServer(environment);
  database = await openDatabase(storage);
  await createPerson(one);
});

afterAll(async () => {
  await one?.kill();
  await other?.kill();
  await database?.close();
  await storage?.remove();
});

async function call(node: RunningServer, path: string, { accessToken }: Partial<Pair>, body?: unknown) {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (accessToken) headers.authorization = `Bearer ${accessToken}`;
  const method = body ? 'POST' : 'GET';
  const answer = await fetch(`${node.url}/api/v1${path}`, {
    method,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, error } = (await answer.json()) as { data: Pair; error?: { code: string } };
  return { status: answer.status, code: error?.code, data, headers: answer.headers };
}

const profile = (node: RunningServer, pair: Pair) => call(node, '/users/profile', pair);
const refresh = (node: RunningServer, { refreshToken }: Pair) =>
  call(node, '/users/refresh-token', {}, { refreshToken });

test('a session that ends on one node has ended on the other, and so have all of them', async () => {
  const person = await createPerson(one);
  const otherSession = await signIn(other, person);
  expect((await profile(other, person)).status).toBe(200);
  await call(one, '/users/logout', person, { everywhere: false });
  expect((await profile(other, person)).code).toBe('TOKEN_INVALID');
  expect((await profile(one, otherSession)).status).toBe(200);
  await call(other, '/users/logout', otherSession, { everywhere: true });
  expect((await profile(one, otherSession)).code).toBe('TOKEN_INVALID');
  expect((await refresh(one, otherSession)).code).toBe('REFRESH_INVALID');
});

test('a block takes effect on both nodes at the next request, for pages as for the API', async () => {
  const person = await createPerson(one);
  const cookie = person.cookies.map((header) => header.split(';')[0]).join('; ');
  const request = (node: RunningServer) =>
    fetch(`${node.url}/transactions`, { redirect: 'manual', headers: { cookie } });
  for (const node of [one, other]) expect((await request(node)).status).toBe(200);
  await restrict(database.db, person.id, { reason: 'Spam' });
  for (const node of [one, other]) {
    expect((await profile(node, person)).code).toBe('USER_BLOCKED');
    expect((await refresh(node, person)).code).toBe('USER_BLOCKED');
    expect((await request(node)).headers.get('location')).toBe('/blocked?reason=Spam');
    expect((await call(node, '/users/login', {}, person)).code).toBe('USER_BLOCKED');
  }
});

test('a change of role and a new password take effect on both nodes', async () => {
  const person = await createPerson(one);
  const otherSession = await signIn(other, person);
  await database.db.updateTable('users').set({ role: 'admin' }).where('id', '=', person.id).execute();
  const asAdmin = (node: RunningServer) =>
    fetch(`${node.url}/login`, {
      redirect: 'manual',
      headers: { cookie: person.cookies.map((header) => header.split(';')[0]).join('; ') },
    });
  for (const node of [one, other]) {
    expect((await asAdmin(node)).headers.get('location')).toBe('/admin');
  }
  const changed = { currentPassword: person.password, newPassword: 'Ganz-Anderes-7' };
  expect((await call(one, '/users/change-password', person, changed)).status).toBe(200);
  expect((await profile(other, person)).status).toBe(200);
  expect((await profile(other, otherSession)).code).toBe('TOKEN_INVALID');
});

describe('two web nodes and a worker behind a balancer', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let balancer: Balancer;
  let person: Person;
  const nodes: RunningServer[] = [];

  async function startNode(index: number, PORT: number): Promise<void> {
    nodes[index] = await startServer({
      DATABASE_URL: postgres.url,
      APP_SECRET: 'one secret for all nodes, long enough',
      NODE_ROLE: index < 2 ? 'web' : 'worker',
      TRUST_PROXY: '1',
      PORT: String(PORT),
    });
  }
  const portOf = (index: number) => Number(new URL(nodes[index]?.url ?? '').port);

  beforeAll(async () => {
    postgres = await startPostgres(['fsync=off']);
    const ports = [await freePort(), await freePort(), await freePort()];
    await startNode(0, ports[0] ?? 0);
    await Promise.all([1, 2].map((index) => startNode(index, ports[index] ?? 0)));
    person = await createPerson(nodes[2] as RunningServer);
    balancer = await startBalancer([nodes[0]?.url ?? '', nodes[1]?.url ?? '']);
  });

  afterAll(async () => {
    await balancer?.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await postgres?.stop();
  });

  async function readRows() {
    const { db } = await (nodes[2] as RunningServer).database();
    return db.selectFrom('transactions').select('id').where('user_id', '=', person.id).execute();
  }

  /** Clients that read and record without a pause; what was not acknowledged is sent again with its key. */
  async function startLoad() {
    const before = (await readRows()).length;
    const authorization = `Bearer ${person.accessToken}`;
    const statuses: number[] = [];
    let [recorded, isOver] = [0, false];
    const ask = async (path: string, init: RequestInit = {}) => {
      const headers = { authorization, 'content-type': 'application/json', ...init.headers };
      const answer = await fetch(`${balancer.url}/api/v1${path}`, { ...init, headers }).catch(() => null);
      await answer?.arrayBuffer().catch(() => undefined);
      statuses.push(answer?.status ?? 0);
      return answer?.ok === true;
    };
    const client = async () => {
      while (!isOver) {
        await ask('/transactions?limit=20');
        const entry = {
          method: 'POST',
          headers: { 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({ amount: 1, description: 'Bread' }),
        };
        while (!(await ask('/transactions/expense', entry)))
          await new Promise((resolve) => setTimeout(resolve, 50));
        recorded += 1;
      }
    };
    const clients = [client(), client(), client(), client()];
    return {
      statuses,
      /** Waits until this many more requests were answered well, whatever came between. */
      async untilAnswered(more: number) {
        const isWell = (status: number) => status >= 200 && status < 300;
        const enough = statuses.filter(isWell).length + more;
        await expect.poll(() => statuses.filter(isWell).length).toBeGreaterThan(enough);
      },
      async end() {
        isOver = true;
        await Promise.all(clients);
      },
      /** Each press was recorded once, and totals are those of the rows. */
      async expectRecorded() {
        expect((await readRows()).length - before).toBe(recorded);
        const { db } = await (nodes[2] as RunningServer).database();
        expect(await checkTotalsOf(db, person.id)).toEqual([]);
      },
    };
  }

  test('one after the other is restarted, and no request fails', async () => {
    const load = await startLoad();
    const restart = async (index: number) => {
      const port = portOf(index);
      expect(await nodes[index]?.stop()).toBe(0);
      await startNode(index, port);
    };
    await load.untilAnswered(20);
    await Promise.all([restart(0), restart(2)]);
    await balancer.untilUsed(0);
    await restart(1);
    await balancer.untilUsed(1);
    await load.untilAnswered(20);
    await load.end();
    expect(load.statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    await load.expectRecorded();
  });

  test('a node that is killed costs its own requests only, and what they were to record is recorded once', async () => {
    const load = await startLoad();
    await load.untilAnswered(20);
    const port = portOf(0);
    await nodes[0]?.kill();
    await load.untilAnswered(40);
    // Four clients, each of which was waiting for one answer at most.
    expect(load.statuses.filter((status) => status >= 500 || status === 0).length).toBeLessThanOrEqual(4);
    await startNode(0, port);
    await balancer.untilUsed(0);
    await load.end();
    await load.expectRecorded();
  });

  test('a database that is killed is missed as long as it is away, and nothing has to be restarted', async () => {
    const load = await startLoad();
    await load.untilAnswered(20);
    const restart = await postgres.crash();
    await expect.poll(() => load.statuses.at(-1)).toBe(503);
    await restart();
    await load.untilAnswered(40);
    await load.end();
    expect(new Set(load.statuses)).toEqual(new Set([200, 201, 503]));
    for (const node of nodes) expect((await fetch(`${node.url}/health`)).status).toBe(200);
    await load.expectRecorded();
  });
});
