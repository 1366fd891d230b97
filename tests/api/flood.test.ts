import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { hashPassword } from '../../src/domain/users/passwords/hash.ts';
import { createTestApp } from '../support/app.ts';
import { createMember, signIn } from '../support/members.ts';

let database: Database;

// Once, because each attempt hashes a password, and the limit does not depend on the database.
beforeAll(async () => {
  vi.stubEnv('FULL_HASHES', '1');
  database = await openDatabase({ DATA_DIR: ':memory:' });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await database?.close();
});

const testApp = createTestApp(
  {
    get database() {
      return database;
    },
  },
  { environment: { RATE_LIMIT_SCALE: '1' } },
);

/** Takes every slot and queue place for hashing passwords. */
const fillUp = () => Promise.allSettled(Array.from({ length: 42 }, () => hashPassword('Korrekt-Pferd-9')));

test('a flood of sign-ins is refused beyond the queue, and delays no other request', async () => {
  const member = await createMember(testApp);
  const order: unknown[] = [];
  const waiting = fillUp().then(() => order.push('those who waited'));
  const requests = Array.from({ length: 60 }, async (_, index) => {
    const guess = { email: `nobody.${index}@example.org`, password: 'wrong' };
    const reply = await signIn(testApp, guess, `203.0.113.${index}`);
    order.push(reply.status);
    return reply;
  });
  order.push((await testApp.call('GET', '/users/profile', { as: member })).status);
  const replies = await Promise.all(requests);
  await waiting;
  const refused = replies.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  for (const { error, headers } of refused) {
    expect([error.code, headers.get('retry-after')]).toEqual(['SERVICE_UNAVAILABLE', '2']);
  }
  const hashed = order.indexOf('those who waited');
  expect(order.slice(0, hashed)).toContain(503);
  expect(order.slice(0, hashed)).toContain(200);
});

test('an attempt refused for lack of capacity does not count', async () => {
  const member = await createMember(testApp);
  const from = '198.51.100.77';
  let refused = 0;
  let waiting = fillUp();
  while (refused < 11) {
    const { status } = await signIn(testApp, member, from);
    expect([200, 503]).toContain(status);
    if (status === 503) refused += 1;
    else waiting = waiting.then(fillUp);
  }
  await waiting;
  expect((await signIn(testApp, member, from)).status).toBe(200);
});
