import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { createMember, type Member, record } from '../support/members.ts';
import { EXPECTED_ROUTES, methodOf } from './expected-routes.ts';

const writing = EXPECTED_ROUTES.filter((expected) => methodOf(expected) !== 'GET' && !expected.takesFile);
/** Random bodies per route. */
const RUNS = { sqlite: 4, postgres: 2 };

forEachEngine((engine) => {
  // Without it the Google routes answer 503, whatever the body.
  const testApp = createTestApp(engine, { environment: { GOOGLE_CLIENT_ID: 'a client of tests' } });
  let member: Member;
  let id: string;

  beforeAll(async () => {
    member = await createMember(testApp, { role: 'super_admin' });
    id = (await record(testApp, member)).id;
  });

  const send = (method: string, path: string, body: string | Blob, headers = {}) =>
    testApp.call(method, path.replace('{id}', id), { as: member, body, headers });

  // Parsed before the route runs any query, on any database.
  if (engine.name === 'sqlite') {
    test.each([
      '{',
      '{"amount": 5,}',
      "{'amount': 5}",
      'amount=5',
      '{"amount": NaN}',
      '[1, 2',
      '"\\u12"',
      ' ',
      '\u0000',
    ])('the body %j is refused as invalid JSON', async (body) => {
      const { status, error, text } = await send('POST', '/transactions/expense', body);
      expect([status, error.code]).toEqual([400, 'INVALID_JSON']);
      expect(text).not.toContain('position');
    });

    test('a body that is not UTF-8 is refused, because its letters would be lost', async () => {
      const body = new Blob([Buffer.from('{"amount": 5, "description": "caf\u00e9"}', 'latin1')]);
      const { status, error } = await send('POST', '/transactions/expense', body);
      expect([status, error.code]).toEqual([400, 'INVALID_JSON']);
    });

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'text/json',
      'jsonp/application/json',
      '',
    ])('a body of type %j is refused', async (type) => {
      const headers = { 'content-type': type };
      const { status, error } = await send('POST', '/transactions/expense', '{"amount": 5}', headers);
      expect([status, error.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });

    test('an array in place of an object within the body is refused by the name of its field', async () => {
      for (const [method, path, body, field] of [
        ['PUT', '/users/profile', { preferences: [] }, 'preferences'],
        ['PUT', '/users/profile', { preferences: { accessibility: [] } }, 'preferences.accessibility'],
        ['POST', '/transactions/bulk-update', { transactionIds: [id], changes: [] }, 'changes'],
      ] as const) {
        const { status, error } = await send(method, path, JSON.stringify(body));
        expect([status, error?.code], path).toEqual([400, 'VALIDATION_ERROR']);
        expect((error.details as { field: string }[]).map((error) => error.field)).toEqual([field]);
      }
    });

    test.each(writing)(
      '$route refuses a body that is no JSON object, has another type, or is too long',
      async (route) => {
        const lists = route.path === '/imports/rows' ? [] : ['[]', '[{}]'];
        for (const body of [...lists, '5', 'null', 'true', '"{}"']) {
          const { status, error } = await send(methodOf(route), route.path, body);
          const message = 'The body must be a JSON object';
          expect([status, error], body).toMatchObject([400, { code: 'INVALID_JSON', message }]);
        }
        const refused = async (body: string, headers = {}) => {
          const { status, error } = await send(methodOf(route), route.path, body, headers);
          return `${status} ${error.code}`;
        };
        expect(await refused('{')).toBe('400 INVALID_JSON');
        expect(await refused('{}', { 'content-type': 'text/plain' })).toBe('415 UNSUPPORTED_MEDIA_TYPE');
        const limit = /\/bulk(-\w+)?$|\/rows$/.test(route.path) ? 1024 * 1024 : 64 * 1024;
        const body = JSON.stringify({ notes: 'x'.repeat(limit) });
        expect(await refused(body, { 'content-length': String(body.length) })).toBe('413 PAYLOAD_TOO_LARGE');
        expect(await refused(body)).toBe('413 PAYLOAD_TOO_LARGE');
      },
    );
  }

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/merge-patch+json',
  ])('accepts a body of type %j', async (type) => {
    expect(
      (await send('POST', '/transactions/expense', '{"amount": 5}', { 'content-type': type })).status,
    ).toBe(201);
  });

  test('a body nested arbitrarily deep does no harm', async () => {
    const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);
    for (const body of [
      deep('[', ']'),
      `{"preferences": ${deep('[', ']')}}`,
      `{"amount": ${deep('[', ']')}}`,
    ]) {
      expect((await send('POST', '/transactions/expense', body)).status).toBe(400);
      expect((await send('PUT', '/users/profile', body)).status).toBeLessThan(500);
    }
  });

  test('no body causes a server error, and each is answered in JSON', async () => {
    const names = 'amount description categoryId date time timezone notes merchant_name type'.split(' ');
    const account = 'email password firstName token refreshToken everywhere preferences birthday'.split(' ');
    const zones = ['+05:30', '-00:30', 'EST5EDT', 'utc', 'Etc/GMT+12', 'asia/jerusalem'];
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '2026-06-15',
        '0000-00-00',
        '9999-12-31',
        '17:30',
        '\uD800',
        '\u0000',
        '😀'.repeat(90),
        ...zones,
      ),
      fc.constantFrom(5, -1, 1e300, 0, '12.50', true, null),
    );
    const bodies = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.dictionary(fc.constantFrom(...names, ...account, '__proto__', 'toString'), value),
      },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...writing), bodies, async (expected, body) => {
        // Hashing a valid password takes time; other tests cover that.
        fc.pre(
          expected.route !== 'POST /users/register' || !isRecord(body) || typeof body.password !== 'string',
        );
        const path = expected.path.replace('{id}', id);
        // Signing out would end the session of all later runs.
        const as = expected.route === 'POST /users/logout' ? undefined : member;
        const { status, text } = await testApp.call(methodOf(expected), path, {
          as,
          body: JSON.stringify(body),
        });
        if (status >= 500) throw new Error(`${expected.route} ${JSON.stringify(body)}: ${text}`);
        expect(JSON.parse(text).success).toBe(status < 400);
        if (methodOf(expected) === 'DELETE' || status === 404) ({ id } = await record(testApp, member));
      }),
      { numRuns: RUNS[engine.name] * writing.length },
    );
  });

  test('no query causes a server error', async () => {
    const reading = EXPECTED_ROUTES.filter((expected) => methodOf(expected) === 'GET');
    const names =
      'page limit cursor search category type status amountRange dateFrom dateTo sort order recurring q';
    const others = 'date months days year month start_date end_date';
    const words = '1 0 -1 999999999 2026-06-15 0000-01-01 9999-12-31 1-2 .-. % date amount asc any upcoming';
    const more = 'expense none , a.b 12 2026 9999';
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(...`${words} ${more}`.split(' ')),
    );
    const name = fc.constantFrom(...`${names} ${others}`.split(' '));
    const queries = fc.array(fc.tuple(name, value), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...reading), queries, async (expected, given) => {
        const query = new URLSearchParams(given.map(([name, text]) => [name, text.toWellFormed()]));
        const path = `${expected.path.replace('{id}', id)}?${query}`;
        const { status, text, error } = await testApp.call('GET', path, { as: member });
        // Tests reach no provider of exchange rates.
        if (error?.code === 'RATES_UNAVAILABLE') return;
        if (status >= 500) throw new Error(`GET ${path}: ${text}`);
      }),
      { numRuns: RUNS[engine.name] * reading.length },
    );
  });
});

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
