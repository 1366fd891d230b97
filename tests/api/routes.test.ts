import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../src/api/index.ts';
import { cookieNames } from '../../src/http/authentication/cookies.ts';
import { createTestApp } from '../support/app.ts';
import { onSqlite } from '../support/databases.ts';
import { createMember, type Member } from '../support/members.ts';
import { EXPECTED_ROUTES, methodOf } from './expected-routes.ts';

const ID = '0197a000-0000-7000-8000-000000000000';
const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const asked = (path: string) => path.replace('{id}', ID);
const closed = EXPECTED_ROUTES.filter(({ access }) => access !== 'anybody');
const ROLES = { anybody: [], 'signed in': [], admin: ['user'], 'super admin': ['user', 'admin'] } as const;

test('every route of the API is expected, and every expected route exists', () => {
  const routes = createApi(cookieNames(false)).routes.filter(({ method }) => method !== 'ALL');
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(names)].sort()).toEqual(EXPECTED_ROUTES.map(({ route }) => route).sort());
});

onSqlite((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  describe.each(closed)('$route', (expected) => {
    const method = methodOf(expected);
    const path = asked(expected.path);

    test('refuses guests, whatever else is wrong with the request', async () => {
      for (const [query, body] of [
        ['', undefined],
        [expected.invalid ?? '?page=-1', undefined],
        ['', method === 'GET' ? undefined : '{"amount": }'],
      ]) {
        const { status, error } = await testApp.call(method, path + query, { body });
        expect([status, error.code]).toEqual([401, 'UNAUTHENTICATED']);
      }
    });

    test('accepts only a valid token', async () => {
      const { accessToken, refreshToken } = member;
      const last = accessToken.at(-1) === 'A' ? 'B' : 'A';
      const jwt = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6InN1cGVyX2FkbWluIn0.';
      const secret = accessToken.slice(-43);
      const shifted = accessToken.slice(0, 20) + 'A'.repeat(accessToken.length - 63) + secret;
      const tokens = [
        refreshToken,
        accessToken.slice(0, -1),
        accessToken + last,
        'garbage',
        jwt,
        'null',
        shifted,
      ];
      for (const token of [...tokens, accessToken.slice(0, -1) + last, refreshToken.replace('pr_', 'pa_')]) {
        const { status, error } = await testApp.call(method, path, { as: { accessToken: token } });
        expect([status, error.code], token).toEqual([401, 'TOKEN_INVALID']);
      }
    });
  });

  test('every protected route reports an expired access token', async () => {
    const old = await createMember(testApp);
    testApp.advance(900);
    for (const expected of closed) {
      const { status, error } = await testApp.call(methodOf(expected), asked(expected.path), { as: old });
      expect([status, error.code], expected.route).toEqual([401, 'TOKEN_EXPIRED']);
    }
    testApp.advance(-900);
  });

  test('refuses people without the role that a route needs, whatever else is wrong with the request', async () => {
    const members = {
      user: await createMember(testApp),
      admin: await createMember(testApp, { role: 'admin' }),
    };
    for (const expected of closed) {
      for (const role of ROLES[expected.access]) {
        const method = methodOf(expected);
        for (const query of ['', expected.invalid ?? '?limit=x']) {
          const path = asked(expected.path) + query;
          const { status, error } = await testApp.call(method, path, { as: members[role], body: undefined });
          expect([status, error?.code], `${role}: ${expected.route}`).toEqual([403, 'FORBIDDEN']);
        }
      }
    }
  });

  test('every path answers another method with those that it accepts', async () => {
    for (const { path, allow } of EXPECTED_ROUTES) {
      for (const method of ALL_METHODS.filter((name) => !allow.includes(name))) {
        const reply = await testApp.call(method, asked(path), { as: member });
        expect(reply.status, `${method} ${path}`).toBe(405);
        expect(reply.headers.get('allow')?.split(', ').sort(), path).toEqual([...allow].sort());
        if (method !== 'HEAD') expect(reply.error.code).toBe('METHOD_NOT_ALLOWED');
      }
    }
  });

  test.each([
    '/nothing',
    '/',
    '/users',
    '/users/profile/',
    '/users/profile/x',
    '/Transactions/balance',
    '/transactions/expense/1/2',
    '/transactions/gift/1',
    '/transactions/balance/history/hourly',
    '/elsewhere/weekly',
    '/elsewhere/income/1',
    '/transactions/balance/history/dailyish',
    '/__proto__',
    '/constructor',
    '/%00',
    '/%zz',
    '/..%2f..%2fetc/passwd',
    '//transactions',
  ])('%s is not found, with a JSON answer for every method', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      for (const as of [undefined, member]) {
        const { status, error } = await testApp.call(method, path, { as });
        expect([status, error.code], method).toEqual([404, 'NOT_FOUND']);
      }
    }
  });

  test.each(['/api', '/api/', '/api/v2/transactions', '/api/v1', '/api/v1x'])(
    '%s does not exist either',
    async (path) => {
      const response = await testApp.request(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    },
  );
});
