import { beforeAll, describe, expect, test } from 'vitest';
import { formToken } from '../../src/http/authentication/csrf.ts';
import { createTestApp, errorPage } from '../support/app.ts';
import { onSqlite, rowsOf } from '../support/databases.ts';
import { createMember, type Member, registration, startMemberSession } from '../support/members.ts';

type Headers = Record<string, string>;

const OWN = 'http://localhost:4321';
const EVIL = 'https://evil.example';

/** The stated origin, and whether the cookie is accepted. */
const CASES: [string, Headers, boolean][] = [
  ['our own origin', { origin: OWN }, true],
  ['our own origin in both headers', { origin: OWN, 'sec-fetch-site': 'same-origin' }, true],
  ['the same origin', { 'sec-fetch-site': 'same-origin' }, true],
  ['the requested host', { origin: 'http://127.0.0.1:4321', host: '127.0.0.1:4321' }, true],
  ['another origin', { origin: EVIL }, false],
  ['another origin that claims to be the same', { origin: EVIL, 'sec-fetch-site': 'same-origin' }, false],
  ['a null origin, as of sandboxes', { origin: 'null' }, false],
  ['another port of our machine', { origin: 'http://localhost:9999' }, false],
  ['another scheme of our machine', { origin: 'https://localhost:4321' }, false],
  ['a name that begins as ours does', { origin: 'http://localhost:4321.evil.example' }, false],
  ['our name before an @', { origin: 'http://localhost:4321@evil.example' }, false],
  ['an invalid address', { origin: 'localhost:4321' }, false],
  ['an empty origin', { origin: '' }, false],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['another subdomain of our site', { 'sec-fetch-site': 'same-site' }, false],
  ['another site with our origin', { origin: OWN, 'sec-fetch-site': 'cross-site' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
  ['nowhere, with no token', {}, false],
];

onSqlite((engine) => {
  const acted: string[] = [];
  const testApp = createTestApp(engine, {
    pages: (call) => {
      const refused = errorPage(call);
      if (refused) return refused;
      acted.push(call.req.method);
      return new Response('a page', { headers: { 'content-type': 'text/html' } });
    },
  });
  let member: Member;
  let cookie: string;

  beforeAll(async () => {
    member = await createMember(testApp);
    cookie = `pruta_access=${member.accessToken}; pruta_refresh=${member.refreshToken}`;
  });

  const tokenFor = (owner: string) => formToken(testApp.app.config.APP_SECRET, owner);

  async function sessionOf({ id }: Member): Promise<string> {
    const rows = await engine.db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
    return rows.map((row) => row.id).sort()[0] ?? '';
  }

  async function countRows(): Promise<number> {
    const rows = await rowsOf(engine, 'transactions', member);
    return rows.length;
  }

  const post = (headers: Headers, body: unknown = { amount: 5 }) =>
    testApp.call('POST', '/transactions/expense', { body, headers });

  describe('the API, called with the session’s cookie', () => {
    test.each(CASES)('from %s', async (_name, headers, allowed) => {
      const before = await countRows();
      const { status, error } = await post({ cookie, ...headers });
      expect([status, error?.code]).toEqual(allowed ? [201, undefined] : [403, 'CSRF_REJECTED']);
      expect(await countRows()).toBe(before + Number(allowed));
    });

    test.each(['PUT', 'DELETE', 'PATCH', 'POST'])(
      'refuses %s from another origin, whatever the path and type',
      async (method) => {
        const before = await countRows();
        for (const path of ['/users/profile', '/users/logout', '/transactions/expense/x', '/nothing']) {
          for (const type of [
            'application/json',
            'text/plain',
            'application/x-www-form-urlencoded',
            'multipart/form-data',
          ]) {
            const headers = { cookie, origin: EVIL, 'content-type': type };
            const { status } = await testApp.call(method, path, { headers, body: '{"bio": "taken over"}' });
            expect(status, `${path} ${type}`).toBe(403);
          }
        }
        expect(await countRows()).toBe(before);
        const { data } = await testApp.call('GET', '/users/profile', { as: member });
        expect(data.user).toMatchObject({ bio: null });
      },
    );

    test('by a text browser works with the token of this session and no other', async () => {
      const right = tokenFor(await sessionOf(member));
      const stranger = await createMember(testApp);
      expect((await post({ cookie, 'x-csrf-token': right })).status).toBe(201);
      const wrong = [
        tokenFor(await sessionOf(stranger)),
        tokenFor('guest'),
        tokenFor(''),
        right.slice(1),
        `${right}A`,
        '',
      ];
      for (const token of wrong) expect((await post({ cookie, 'x-csrf-token': token })).status).toBe(403);
      const foreign = await post({ cookie, 'x-csrf-token': right, origin: EVIL });
      expect(foreign.status).toBe(403);
    });

    test.each(['Basic YTpi', 'Bearer', 'Bearer ', 'Negotiate x', 'Bearer a b'])(
      'is not accepted because of an authorization of %j, which a link can add',
      async (authorization) => {
        const { status, error } = await post({ cookie, origin: EVIL, authorization });
        expect([status, error?.code]).toEqual([403, 'CSRF_REJECTED']);
      },
    );

    test('with only the refresh cookie is refused in the same way', async () => {
      const headers = { cookie: `pruta_refresh=${member.refreshToken}` };
      expect((await testApp.call('POST', '/users/refresh-token', { headers })).status).toBe(403);
      const evil = { ...headers, origin: EVIL };
      expect((await testApp.call('POST', '/users/refresh-token', { headers: evil })).status).toBe(403);
      const both = { cookie: `pruta_access=; ${headers.cookie}` };
      expect((await testApp.call('POST', '/users/refresh-token', { headers: both })).status).toBe(403);
    });

    test('answers reads from anywhere, because reading changes nothing', async () => {
      for (const headers of [{ origin: EVIL }, { 'sec-fetch-site': 'cross-site' }, {}] as Headers[]) {
        const { status } = await testApp.call('GET', '/transactions', { headers: { cookie, ...headers } });
        expect(status).toBe(200);
      }
    });
  });

  test.each(CASES)('the API, called with a bearer token from %s, needs no origin', async (_name, headers) => {
    const { status } = await testApp.call('POST', '/transactions/expense', {
      as: member,
      body: { amount: 5 },
      headers,
    });
    expect(status).toBe(201);
  });

  test('an invalid bearer token never falls back to the cookie', async () => {
    const before = await countRows();
    const { status, error } = await post({
      cookie,
      origin: EVIL,
      authorization: `Bearer ${member.refreshToken}`,
    });
    expect([status, error.code]).toEqual([401, 'TOKEN_INVALID']);
    expect(await countRows()).toBe(before);
  });

  test('a program without cookies can register and sign in without an origin, but another site cannot do so for a person', async () => {
    const typed = registration();
    const silent = await testApp.call('POST', '/users/register', { body: typed });
    expect(silent.status).toBe(201);
    for (const headers of [{ origin: EVIL }, { 'sec-fetch-site': 'cross-site' }] as Headers[]) {
      const { status, error } = await testApp.call('POST', '/users/login', { body: typed, headers });
      expect([status, error.code]).toEqual([403, 'CSRF_REJECTED']);
    }
  });

  describe('a form of a page', () => {
    const form = (fields: Record<string, string>, headers: Headers) =>
      testApp.request('/preferences/visit', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      });

    test.each(CASES)('from %s', async (_name, headers, allowed) => {
      acted.length = 0;
      const { status } = await form({}, { cookie, ...headers });
      expect(status).toBe(allowed ? 200 : 403);
      expect(acted).toEqual(allowed ? ['POST'] : []);
    });

    test('from a text browser works with its own hidden token only', async () => {
      const right = tokenFor(await sessionOf(member));
      expect((await form({ _csrf: right }, { cookie })).status).toBe(200);
      expect((await form({ _csrf: tokenFor('other') }, { cookie })).status).toBe(403);
      expect((await form({ _csrf: right }, {})).status).toBe(403);
      const multipart = new FormData();
      multipart.set('_csrf', right);
      const sent = await testApp.request('/preferences/visit', {
        method: 'POST',
        headers: { cookie },
        body: multipart,
      });
      expect(sent.status).toBe(200);
    });

    test('before sign-in is valid for the guest whom the first page identified', async () => {
      const first = await testApp.request('/login');
      const guest = first.headers.getSetCookie().find((value) => value.startsWith('pruta_guest='));
      const name = guest?.split(';')[0]?.slice('pruta_guest='.length) ?? '';
      expect(name).toMatch(/^[\w-]{22}$/);
      const named = `pruta_guest=${name}`;
      expect((await form({ _csrf: tokenFor(name) }, { cookie: named })).status).toBe(200);
      expect((await form({ _csrf: tokenFor(name) }, { cookie: 'pruta_guest=another' })).status).toBe(403);
      expect((await form({ _csrf: tokenFor(name) }, {})).status).toBe(403);
      const again = await testApp.request('/login', { headers: { cookie: named } });
      expect(again.headers.getSetCookie()).toEqual([]);
    });

    test('is not accepted because of a bearer token or a token in the address', async () => {
      const right = tokenFor(await sessionOf(member));
      const bearer = { authorization: `Bearer ${member.accessToken}` };
      expect((await form({}, bearer)).status).toBe(403);
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' };
      const inAddress = await testApp.request(`/preferences?_csrf=${right}`, {
        method: 'POST',
        headers,
        body: 'a=b',
      });
      expect(inAddress.status).toBe(403);
    });

    test('of an earlier session of the same person is refused', async () => {
      const earlier = tokenFor(await sessionOf(member));
      const later = await startMemberSession(testApp, member.id);
      expect((await form({ _csrf: earlier }, { cookie: `pruta_access=${later.accessToken}` })).status).toBe(
        403,
      );
    });
  });
});

onSqlite((engine) => {
  const secure = createTestApp(engine, { environment: { PUBLIC_URL: 'https://money.example' } });

  test.each([
    ['https', 201],
    ['http', 403],
  ])(
    'with a public address of https, an origin of the requested host by %s is answered with %i',
    async (scheme, expected) => {
      const member = await createMember(secure);
      const headers = {
        cookie: `__Host-pruta_access=${member.accessToken}`,
        host: 'pruta.home',
        origin: `${scheme}://pruta.home`,
      };
      const { status } = await secure.call('POST', '/transactions/expense', { body: { amount: 5 }, headers });
      expect(status).toBe(expected);
    },
  );
});
