import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createStorage, type Storage } from '../support/databases.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
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
