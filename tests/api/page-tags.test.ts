import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cookieNames } from '../../src/http/authentication/cookies.ts';
import { createPages } from '../../src/http/pages/render.ts';
import { createTestApp, START } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { createMember, type Member, startMemberSession } from '../support/members.ts';

const ID = '0197a000-0000-7000-8000-000000000000';
const POLICY = { headers: { 'content-security-policy': "default-src 'self'" } };

forEachEngine((engine) => {
  let rendered = 0;
  const pagesOf = (build: string) => {
    const pages = createPages(cookieNames(false), build, async (call) => {
      rendered += 1;
      const status = call.req.query('missing') ? 404 : 200;
      return new Response(`<p>${rendered}</p>`, { status, headers: { 'content-type': 'text/html' } });
    });
    pages.setPolicyFrom(new Response('', POLICY));
    return pages.render;
  };
  const environment = { ACCESS_TOKEN_TTL: '86400', REFRESH_TOKEN_TTL: '86400' };
  const testApp = createTestApp(engine, { pages: pagesOf('this build'), environment });
  const upgraded = createTestApp(engine, { pages: pagesOf('next build') });
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  beforeEach(() => {
    testApp.setClock(START);
    upgraded.setClock(START);
  });

  function ask(
    path: string,
    headers: Record<string, string> = {},
    { app = testApp, as = member, method = 'GET' } = {},
  ) {
    const cookie = [`pruta_access=${as.accessToken}`, headers.cookie].filter(Boolean).join('; ');
    return app.request(path, { method, headers: { ...headers, cookie } });
  }

  /** The status for a browser that has the page, and how many pages were rendered for it. */
  async function again(etag: string, ...request: Parameters<typeof ask>) {
    const before = rendered;
    const [path, headers, options] = request;
    const { status } = await ask(path, { 'if-none-match': etag, ...headers }, options);
    return { status, rendered: rendered - before };
  }

  const etagOf = async (path: string) => (await ask(path)).headers.get('etag') ?? '';

  test.each([
    '/',
    '/transactions',
    '/transactions?page=2',
    '/transactions/insights',
    '/analytics',
    '/analytics/spending',
    '/analytics/cash-flow',
    '/analytics/health',
    '/categories',
    '/categories/clean-up',
    `/categories/${ID}`,
    '/recurring',
    '/recurring/calendar',
    `/recurring/${ID}`,
  ])('%s is not rendered for a browser that has it', async (path) => {
    expect(await again(await etagOf(path), path)).toEqual({ status: 304, rendered: 0 });
  });

  test.each([
    '/profile',
    '/profile/sessions',
    '/preferences',
    '/transactions/new',
    `/transactions/${ID}/edit`,
    '/recurring/new',
    '/categories/new',
    `/categories/${ID}/edit`,
    '/legal/terms',
  ])('%s is always rendered', async (path) => {
    expect(await again(await etagOf(path), path)).toEqual({ status: 200, rendered: 1 });
  });

  test('an error has no tag', async () => {
    const { status, headers } = await ask('/transactions?missing=1');
    expect([status, headers.get('etag')]).toEqual([404, null]);
  });

  test('everything that a page shows is part of its tag', async () => {
    const etag = await etagOf('/recurring');
    const unchanged = { status: 304, rendered: 0 };
    const changed = { status: 200, rendered: 1 };
    expect(await again(etag, '/recurring')).toEqual(unchanged);
    expect(await again(etag, '/recurring', {}, { method: 'HEAD' })).toEqual(unchanged);
    expect(await again(etag, '/recurring?status=active')).toEqual(changed);
    expect(await again(etag, '/recurring', { cookie: 'pruta_theme=dark' })).toEqual(changed);
    expect(await again(etag, '/recurring', { cookie: 'pruta_language=he' })).toEqual(changed);
    expect(await again(etag, '/recurring', { cookie: 'pruta_flash=x' })).toEqual(changed);
    expect(await again(etag, '/recurring', {}, { app: upgraded })).toEqual(changed);
    const otherSession = { ...member, ...(await startMemberSession(testApp, member.id)) };
    expect(await again(etag, '/recurring', {}, { as: otherSession })).toEqual(changed);
    await testApp.call('PUT', '/users/profile', { as: member, body: { first_name: 'Noga' } });
    expect(await again(etag, '/recurring')).toEqual(changed);
  });

  test('pages change with the local day; recurring templates may follow another time zone', async () => {
    const pages = {
      '/transactions': await etagOf('/transactions'),
      '/recurring': await etagOf('/recurring'),
    };
    const statuses = async () => [
      (await again(pages['/transactions'], '/transactions')).status,
      (await again(pages['/recurring'], '/recurring')).status,
    ];
    testApp.setClock('2026-06-15T09:14:59.000Z');
    expect(await statuses()).toEqual([304, 304]);
    testApp.setClock('2026-06-15T09:15:00.000Z');
    expect(await statuses()).toEqual([304, 200]);
    testApp.setClock('2026-06-15T23:59:59.000Z');
    expect(await statuses()).toEqual([304, 200]);
    testApp.setClock('2026-06-16T00:00:00.000Z');
    expect(await statuses()).toEqual([200, 200]);
  });

  test('in the last minutes of a session pages are rendered', async () => {
    const etag = await etagOf('/');
    testApp.advance(86_400 - 301);
    const next = await etagOf('/');
    expect(next).not.toBe(etag);
    expect((await again(next, '/')).status).toBe(304);
    testApp.advance(2);
    expect(await again(await etagOf('/'), '/')).toEqual({ status: 200, rendered: 1 });
  });
});
