import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../src/api/index.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { cookieNames } from '../../src/http/authentication/cookies.ts';
import { ROUTES } from '../../src/http/pages/routes.ts';
import { createStorage, type Storage } from '../support/databases.ts';
import { createAdministrator, createPerson, type Person } from '../support/people.ts';
import { sendRaw, statusOf } from '../support/raw-request.ts';
import { restrict } from '../support/restrictions.ts';
import { type RunningServer, startServer } from '../support/server.ts';

const VIEWERS = ['anonymous', 'unverified', 'user', 'blocked', 'admin', 'super_admin'] as const;

type Viewer = (typeof VIEWERS)[number];

/** A status, or the target of a redirect. */
type Expected = number | string;

const BLOCKED = '/blocked?reason=Spam+%26+%3Cb%3Enoise%3C%2Fb%3E&expires_at=2099-01-01T00%3A00%3A00.000Z';

const login = (path: string) => `/login?return=${encodeURIComponent(path)}`;
const everybody = (expected: Expected) => VIEWERS.map(() => expected);

const closed = (path: string, user: Expected = 200, admin = user, superAdmin = admin): Expected[] => [
  login(path),
  login(path),
  user,
  BLOCKED,
  admin,
  superAdmin,
];
const open = [200, 200, 200, BLOCKED, 200, 200];
const forGuests = [200, 200, '/', BLOCKED, '/admin', '/admin'];
const fromAuth = (to: string): Expected[] => [to, to, '/', BLOCKED, '/', '/'];

const TABLE: Record<string, Expected[]> = {
  '/login': forGuests,
  '/register': forGuests,
  '/login?return=/admin/users': [200, 200, '/admin/users', BLOCKED, '/admin/users', '/admin/users'],
  // At a numeric address, browsers make none.
  '/login/passkey': ['/login', '/login', '/', BLOCKED, '/admin', '/admin'],
  '/profile/passkeys': closed('/profile/passkeys'),
  '/login?return=/login': forGuests,
  '/login?return=//evil.example': forGuests,
  '/login?again=1': forGuests,
  '/forgot-password': open,
  '/verify-email': open,
  '/verify-email/some-token': open,
  '/reset-password/some-token': open,
  '/change-email/some-token': open,
  '/restore-email/some-token': open,
  '/': ['/login', '/login', 200, BLOCKED, 200, 200],
  '/transactions': closed('/transactions'),
  '/transactions/': closed('/transactions/'),
  // A list without a second page leads to its last one.
  '/transactions?page=2': closed('/transactions?page=2', '/transactions'),
  '/transactions/new': closed('/transactions/new'),
  '/transactions/none/edit': closed('/transactions/none/edit', 404),
  '/analytics': closed('/analytics'),
  '/categories': closed('/categories'),
  '/recurring': closed('/recurring'),
  '/recurring/new': closed('/recurring/new'),
  '/recurring/none/edit': closed('/recurring/none/edit', 404),
  '/recurring/none/delete': closed('/recurring/none/delete', 404),
  '/import': closed('/import'),
  '/import/none': closed('/import/none', 404),
  '/imports': closed('/imports', '/import'),
  '/profile': closed('/profile'),
  '/profile/security': closed('/profile/security'),
  '/profile/email': closed('/profile/email'),
  '/profile/consent': closed('/profile/consent', '/profile'),
  '/profile/google': closed('/profile/google'),
  '/profile/oidc': closed('/profile/oidc'),
  '/oidc': ['/login', '/login', '/profile/security', BLOCKED, '/profile/security', '/profile/security'],
  '/google': ['/login', '/login', '/profile/security', BLOCKED, '/profile/security', '/profile/security'],
  '/profile/sessions': closed('/profile/sessions'),
  '/admin': closed('/admin', 403, 200),
  '/admin/': closed('/admin/', 403, 200),
  '/admin/users': closed('/admin/users', 403, 200),
  '/admin/activity': closed('/admin/activity', 403, 200),
  '/admin/stats': closed('/admin/stats', 403, 200),
  '/admin/users/none': closed('/admin/users/none', 403, 404),
  '/admin/users/none/block': closed('/admin/users/none/block', 403, 404),
  '/admin/users/bulk': closed('/admin/users/bulk', 403, '/admin/users'),
  '/admin/activity/none': closed('/admin/activity/none', 403, 404),
  '/admin/activity/csv': closed('/admin/activity/csv', 403, 200),
  '/denied': closed('/denied', 404),
  '/enter-code': closed('/enter-code', 404),
  '/admin/settings': closed('/admin/settings', 403, 403, 200),
  '/admin/anything': closed('/admin/anything', 403, 404),
  '/blocked': everybody(200),
  '/server-waking': open,
  '/clear-data': everybody(200),
  '/transactions?type=income&clear-data=1': everybody('/clear-data?return=%2Ftransactions%3Ftype%3Dincome'),
  '/accessibility': everybody(200),
  '/settings': [200, 200, '/profile', 200, '/profile', '/profile'],
  '/legal/terms': everybody(200),
  '/api/docs': open,
  '/logout': everybody('/'),
  '/setup': closed('/setup', '/setup/1'),
  '/setup/1': closed('/setup/1'),
  '/setup/1?preview': closed('/setup/1?preview'),
  '/setup/2': closed('/setup/2'),
  '/setup/3': closed('/setup/3'),
  '/setup/skip': closed('/setup/skip', '/setup/1'),
  '/setup/close': closed('/setup/close', '/'),
  '/help': open,
  '/shortcuts': open,
  '/manifest.webmanifest': everybody(200),
  '/preferences': closed('/preferences'),
  '/preferences/visit': everybody('/'),
  '/preferences/keep': closed('/preferences/keep', '/preferences'),
  '/dashboard': ['/', '/', '/', BLOCKED, '/', '/'],
  '/onboarding': ['/', '/', '/', BLOCKED, '/', '/'],
  '/auth/login': fromAuth('/login'),
  '/auth/login?return=/profile': fromAuth('/login?return=/profile'),
  '/auth/register': fromAuth('/register'),
  '/auth/verify-email': fromAuth('/verify-email'),
  '/auth/password-reset': fromAuth('/forgot-password'),
  '/auth/anything': [404, 404, '/', BLOCKED, '/', '/'],
  '/no/such/page': [404, 404, 404, BLOCKED, 404, 404],
};

let storage: Storage;
let database: Database;
let server: RunningServer;
const cookies: Record<Viewer, string> = {
  anonymous: '',
  unverified: '',
  user: '',
  blocked: '',
  admin: '',
  super_admin: '',
};

beforeAll(async () => {
  storage = await createStorage('sqlite');
  server = await startServer({ DATA_DIR: storage.DATA_DIR });
  database = await openDatabase(storage);
  cookies.super_admin = cookieOf(await createPerson(server));
  cookies.user = cookieOf(await createPerson(server));
  cookies.admin = cookieOf(await createAdministrator(server));
  const blocked = await createPerson(server);
  await restrict(database.db, blocked.id, {
    reason: 'Spam & <b>noise</b>',
    expires_at: '2099-01-01T00:00:00.000Z',
  });
  cookies.blocked = cookieOf(blocked);
});

afterAll(async () => {
  await server?.kill();
  await database?.close();
  await storage?.remove();
});

describe.each(VIEWERS)('as %s', (viewer) => {
  test.each(Object.entries(TABLE))('%s', async (path, expected) => {
    const answer = await fetch(server.url + path, {
      redirect: 'manual',
      headers: { cookie: cookies[viewer], accept: 'text/html' },
    });
    await answer.body?.cancel();
    const expectedStatus = expected[VIEWERS.indexOf(viewer)];
    if (typeof expectedStatus === 'number') expect(answer.status).toBe(expectedStatus);
    else expect([answer.status, answer.headers.get('location')]).toEqual([302, expectedStatus]);
  });

  test.each([
    '/%61dmin',
    '/%2561dmin',
    '/%2525252561dmin',
    '//admin',
    '///admin',
    '/\\admin',
    '/./admin',
    '/x/../admin',
    '/x/%2e%2e/admin',
    '/admin%2fusers',
    '/admin;x=1',
    '/admin%00',
    '/ADMIN',
    '/admin/%2e%2e/admin/settings',
    '//transactions',
    '/%74ransactions',
  ])('%s shows nothing, however it is written', async (target) => {
    const mayAdminister = viewer === 'admin' || viewer === 'super_admin';
    const mayList = viewer === 'user' || viewer === 'admin' || viewer === 'super_admin';
    const head = [`Host: ${new URL(server.url).host}`, 'Connection: close', `Cookie: ${cookies[viewer]}`];
    const answer = await sendRaw(server.url, `${[`GET ${target} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n`);
    const allowed = [301, 302, 308, 400, 403, 404];
    // The list is accessible under any spelling of its address.
    if (mayList && target.includes('ransactions')) allowed.push(200);
    // So is the administration, for administrators.
    if (mayAdminister && /dmin/.test(target)) allowed.push(200);
    expect(allowed).toContain(statusOf(answer));
  });
});

test('every path that has traits is a page or a call', () => {
  const pages = globSync('src/pages/**/*.{astro,ts}').map((file) =>
    file.replace(/^src\/pages|(\/index)?\.\w+$/g, ''),
  );
  const calls = createApi(cookieNames(false)).routes.map(({ path }) => `/api/v1${path}`);
  const patterns = [...pages, ...calls, '/avatars/:user/:file', '/api/v1'];
  const leadsTo = (path: string) => {
    const plain = path.replace(/\/\*\*$/, '');
    const parts = plain.replace(/\/(\*|:id)/g, '/[^/]+');
    return new RegExp(`^${parts}${path === plain ? '$' : '(/|$)'}`);
  };
  const dead = Object.keys(ROUTES).filter(
    (path) => path !== '/' && !patterns.some((address) => leadsTo(path).test(address)),
  );
  expect(dead).toEqual([]);
});

test('a blocked person can still sign out, and is a guest afterwards', async () => {
  const person = await createPerson(server);
  await restrict(database.db, person.id);
  const cookie = cookieOf(person);
  const page = await (await fetch(`${server.url}/blocked`, { headers: { cookie } })).text();
  const token = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const out = await fetch(`${server.url}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie },
    body: new URLSearchParams({ _csrf: token }),
  });
  expect([out.status, out.headers.get('location')]).toEqual([303, '/login']);
  const sessions = database.db.selectFrom('sessions').select('id').where('user_id', '=', person.id);
  expect(await sessions.execute()).toEqual([]);
});

test('signing in returns an admin to the requested page of the administration', async () => {
  const person = await createAdministrator(server);
  const answer = await fetch(`${server.url}/login?return=/admin/users`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: server.url },
    body: new URLSearchParams({ email: person.email, password: person.password }),
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin/users']);
});

function cookieOf({ cookies: headers }: Pick<Person, 'cookies'>): string {
  return headers.map((header) => header.split(';')[0]).join('; ');
}
