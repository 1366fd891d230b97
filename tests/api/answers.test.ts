import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, errorPage, type Pages, type TestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { createMember, type Member, PASSWORD, record } from '../support/members.ts';

forEachEngine((engine) => {
  let broken = false;
  const pages: Pages = (call) => {
    if (broken) throw new Error('a page that breaks');
    const page = `<!doctype html><title>A page</title>${'<p>text</p>'.repeat(200)}`;
    return errorPage(call) ?? new Response(page, { headers: { 'content-type': 'text/html' } });
  };
  const testApp = createTestApp(engine, { pages });
  const onHttps = createTestApp(engine, { pages, environment: { PUBLIC_URL: 'https://pruta.example' } });
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
    for (let turn = 0; turn < 8; turn += 1) await record(testApp, member, { amount: turn + 1 });
  });

  const KINDS: [string, number, (app: TestApp) => Promise<Response>][] = [
    ['an answer of the API', 200, (app) => app.request('/api/v1/users/profile', bearer())],
    ['an error of the API', 401, (app) => app.request('/api/v1/users/profile')],
    ['an unknown path of the API', 404, (app) => app.request('/api/v1/nothing')],
    ['a wrong method', 405, (app) => app.request('/api/v1/users/login')],
    ['an invalid input', 400, (app) => app.request('/api/v1/users/login', { method: 'POST' })],
    ['a page', 200, (app) => app.request('/transactions')],
    ['a refused form', 403, (app) => app.request('/preferences/visit', { method: 'POST' })],
    ['a page that breaks', 500, (app) => breaking(() => app.request('/transactions'))],
    [
      'a body that is too large',
      413,
      (app) => app.request('/login', { method: 'POST', body: 'x'.repeat(70_000) }),
    ],
    ['health', 200, (app) => app.request('/health')],
    ['an answer to HEAD', 200, (app) => app.request('/transactions', { method: 'HEAD' })],
  ];

  const bearer = () => ({ headers: { authorization: `Bearer ${member.accessToken}` } });

  async function breaking<Result>(work: () => Promise<Result>): Promise<Result> {
    broken = true;
    return work().finally(() => {
      broken = false;
    });
  }

  test.each(KINDS)('%s has all security headers and its request id', async (_kind, status, ask) => {
    for (const app of [testApp, onHttps]) {
      const response = await ask(app);
      expect(response.status).toBe(status);
      const { headers } = response;
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('geolocation=()');
      expect(headers.get('cache-control')).toMatch(/no-store|private, no-cache/);
      expect(headers.get('strict-transport-security')).toBe(app === onHttps ? 'max-age=31536000' : null);
      expect(headers.get('server')).toBeNull();
      expect(headers.get('x-powered-by')).toBeNull();
    }
  });

  test('an internal error returns the request id and nothing about the code', async () => {
    const response = await breaking(() => testApp.request('/transactions'));
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'SERVER_ERROR', details: { request_id: response.headers.get('x-request-id') } },
    });
    expect(text).not.toMatch(/a page that breaks|\.ts|stack/);
    expect(testApp.logs.join('')).toContain('a page that breaks');
  });

  // PostgreSQL's errors have their own tests; a session cannot be made read-only from here.
  if (engine.name === 'sqlite') {
    test('a database that cannot be written to asks to try again, and still answers what it can', async () => {
      const setReadOnly = (value: string) => sql.raw(`pragma query_only = ${value}`).execute(engine.db);
      await setReadOnly('on');
      onTestFinished(async () => void (await setReadOnly('off')));
      const refused = await testApp.call('POST', '/transactions/expense', {
        as: member,
        body: { amount: 5 },
      });
      expect([refused.status, refused.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(refused.headers.get('retry-after')).toBe('5');
      expect((await testApp.call('GET', '/transactions/balance', { as: member })).status).toBe(200);
      expect(testApp.logs.join('')).toContain('attempt to write a readonly database');
    });
  }

  describe('cookies', () => {
    test.each([
      [
        'http',
        () => testApp,
        /^pruta_(access|refresh)=p[ar]_[\w-]{86}; Path=\/; HttpOnly; Max-Age=86400; SameSite=Lax$/,
      ],
      [
        'https',
        () => onHttps,
        /^__Host-pruta_(access|refresh)=p[ar]_[\w-]{86}; Path=\/; HttpOnly; Secure; Max-Age=86400; SameSite=Lax$/,
      ],
    ])('of a session on %s are hidden from scripts and other sites', async (_scheme, appOf, shape) => {
      const app = appOf();
      const { headers } = await app.call('POST', '/users/login', {
        body: { email: member.email, password: PASSWORD },
      });
      const cookies = headers.getSetCookie();
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) expect(cookie).toMatch(shape);
    });

    test('of a guest last as long as the browser session', async () => {
      const plain = (await testApp.request('/login')).headers.getSetCookie();
      expect(plain).toEqual([
        expect.stringMatching(/^pruta_guest=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/),
      ]);
      const secure = (await onHttps.request('/login')).headers.getSetCookie();
      expect(secure).toEqual([
        expect.stringMatching(/^__Host-pruta_guest=[\w-]{22}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      ]);
    });

    test('authenticate requests to the API; on https only those tied to the host do', async () => {
      const ask = (app: TestApp, cookie: string) =>
        app.call('GET', '/users/profile', { headers: { cookie } });
      expect((await ask(testApp, `pruta_access=${member.accessToken}`)).status).toBe(200);
      expect((await ask(onHttps, `__Host-pruta_access=${member.accessToken}`)).status).toBe(200);
      expect((await ask(onHttps, `pruta_access=${member.accessToken}`)).status).toBe(401);
    });

    test('that are malformed are ignored', async () => {
      for (const cookie of [
        'pruta_access',
        'pruta_access=%',
        ';;;=',
        'pruta_access="x',
        'pruta_flash=x.y; pruta_access=%zz',
      ]) {
        const { status, error } = await testApp.call('GET', '/users/profile', { headers: { cookie } });
        expect([status, error.code.slice(0, 3)], cookie).toEqual([401, expect.stringMatching(/UNA|TOK/)]);
      }
    });

    test('renew a page’s session when the access token has expired', async () => {
      const late = await createMember(testApp);
      testApp.advance(1000);
      const cookie = `pruta_access=${late.accessToken}; pruta_refresh=${late.refreshToken}`;
      const page = await testApp.request('/transactions', { headers: { cookie } });
      const renewed = page.headers.getSetCookie();
      expect(renewed.map((value) => value.split('=')[0])).toEqual(['pruta_access', 'pruta_refresh']);
      expect(renewed[0]).toContain('Max-Age=85400');
      const api = await testApp.call('GET', '/users/profile', { headers: { cookie } });
      expect([api.status, api.headers.getSetCookie()]).toEqual([401, []]);
      testApp.advance(-1000);
    });
  });

  describe('conditional requests', () => {
    test.each([
      '/api/v1/transactions',
      '/api/v1/categories',
      '/api/v1/transactions/dashboard',
      '/api/v1/users/profile',
    ])('%s is not sent again while nothing has changed, and only for its owner', async (path) => {
      const first = await testApp.request(path, bearer());
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^W\/"[\w-]+"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', '')]) {
        const headers = { ...bearer().headers, 'if-none-match': known };
        const again = await testApp.request(path, { headers });
        expect([again.status, await again.text()]).toEqual([304, '']);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('x-request-id')).not.toBeNull();
      }
      const other = await testApp.request(path, {
        headers: { ...bearer().headers, 'if-none-match': 'W/"x"' },
      });
      expect(other.status).toBe(200);
      expect((await testApp.request(path, { headers: { 'if-none-match': etag } })).status).toBe(401);
      const stranger = await createMember(testApp);
      const theirs = { authorization: `Bearer ${stranger.accessToken}`, 'if-none-match': etag };
      expect(await (await testApp.request(path, { headers: theirs })).text()).not.toContain(member.id);
    });

    test('get a full answer after any change', async () => {
      const ask = (known: string) =>
        testApp.request('/api/v1/transactions', { headers: { ...bearer().headers, 'if-none-match': known } });
      let etag = (await ask('')).headers.get('etag') ?? '';
      const expectChanged = async () => {
        const changed = await ask(etag);
        expect(changed.status).toBe(200);
        etag = changed.headers.get('etag') ?? '';
        expect((await ask(etag)).status).toBe(304);
      };
      const { id } = await record(testApp, member, { amount: 3 });
      await expectChanged();
      await testApp.call('PUT', `/transactions/expense/${id}`, { as: member, body: { notes: 'changed' } });
      await expectChanged();
      await testApp.call('DELETE', `/transactions/expense/${id}`, { as: member });
      await expectChanged();
    });

    test('errors and created resources have no tag', async () => {
      const created = await testApp.call('POST', '/transactions/expense', {
        as: member,
        body: { amount: 5 },
      });
      expect([created.headers.get('etag'), created.headers.get('cache-control')]).toEqual([null, 'no-store']);
      expect((await testApp.call('GET', '/users/profile')).headers.get('etag')).toBeNull();
    });
  });

  describe('compression', () => {
    test.each<[string, 'br' | 'gzip' | null]>([
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['br;q=0.000, identity', null],
      ['identity', null],
      ['', null],
      ['deflate', null],
    ])('for a client that accepts %j is %s, with the same content', async (accepted, encoding) => {
      for (const path of ['/api/v1/transactions', '/transactions']) {
        const plain = await (await testApp.request(path, bearer())).text();
        const headers = { ...bearer().headers, 'accept-encoding': accepted };
        const response = await testApp.request(path, { headers });
        expect(response.headers.get('content-encoding')).toBe(encoding);
        expect(response.headers.get('vary')).toContain('accept-encoding');
        const bytes = Buffer.from(await response.arrayBuffer());
        expect(response.headers.get('content-length')).toBe(String(bytes.length));
        const text = { br: brotliDecompressSync, gzip: gunzipSync, none: (all: Buffer) => all }[
          encoding ?? 'none'
        ](bytes);
        expect(text.toString()).toBe(plain);
      }
    });

    test('is skipped for a few bytes', async () => {
      const response = await testApp.request('/api/v1/nothing', {
        headers: { 'accept-encoding': 'br, gzip' },
      });
      expect(response.headers.get('content-encoding')).toBeNull();
    });
  });

  test('health answers anybody, names the engine and reports when the process is stopping', async () => {
    const ending = testApp;
    const response = await ending.request('/health');
    expect(await response.json()).toMatchObject({
      status: 'ok',
      database: { engine: engine.name, ok: true },
    });
    const broken = createTestApp({
      database: { ...engine.database, problem: async () => 'the disk is full' },
    });
    const unavailable = await broken.request('/health');
    expect([unavailable.status, await unavailable.json()]).toMatchObject([
      503,
      {
        status: 'unavailable',
        database: { engine: engine.name, ok: false, problem: 'the disk is full' },
      },
    ]);
    onHttps.app.beginStop();
    const draining = await onHttps.request('/health');
    expect([draining.status, ((await draining.json()) as { status: string }).status]).toEqual([
      503,
      'draining',
    ]);
  });
});
