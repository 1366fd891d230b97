import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStorage, type Storage } from '../support/databases.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TODAY } from '../support/today.ts';

const SECRET = 'one secret for both nodes, long enough';

let storage: Storage;
let one: RunningServer;
let other: RunningServer;
let person: Person;

beforeAll(async () => {
  storage = await createStorage('postgres');
  const environment = { DATABASE_URL: storage.DATABASE_URL, APP_SECRET: SECRET, RATE_LIMIT_SCALE: '1000' };
  one = await startServer(environment);
  other = await startServer(environment);
  person = await createPerson(one);
});

afterAll(async () => {
  await one?.kill();
  await other?.kill();
  await storage?.remove();
});

const cookieOf = ({ cookies }: Pick<Person, 'cookies'>) =>
  cookies.map((header) => header.split(';')[0]).join('; ');

async function page(server: RunningServer, path: string, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    redirect: 'manual',
    headers: { cookie: cookieOf(person), ...headers },
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function call(server: RunningServer, method: string, path: string, body: unknown) {
  return fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${person.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function tagOf(server: RunningServer, path: string): Promise<string> {
  const { status, headers } = await page(server, path);
  expect(status).toBe(200);
  return headers.get('etag') ?? '';
}

test('an unchanged page is answered with 304 on every node, with the headers of the page', async () => {
  const first = await page(one, '/transactions');
  const etag = first.headers.get('etag') ?? '';
  for (const node of [one, other]) {
    const again = await page(node, '/transactions', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    for (const name of ['etag', 'content-security-policy', 'cache-control', 'referrer-policy'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    expect(again.headers.get('vary')).toContain('cookie');
    expect(again.headers.get('vary')).toContain('accept-encoding');
  }
});

test('the policy of a page allows the scripts within a page with an island, and no others', async () => {
  const { headers, text } = await page(one, '/transactions/new');
  const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  expect(scripts.length).toBeGreaterThan(0);
  const digests = scripts.map((script) => `sha256-${hash('sha256', script, 'base64')}`);
  const allowed = headers.get('content-security-policy')?.match(/script-src ([^;]*)/)?.[1] ?? '';
  expect(allowed.split(' ').sort()).toEqual(["'self'", ...digests.map((each) => `'${each}'`)].sort());
});

test.each([
  ['/transactions?category=none'],
  ['/transactions/insights'],
  ['/analytics'],
  ['/categories/clean-up'],
  ['/recurring'],
  ['/recurring/calendar?view=list'],
])('%s is answered with 304 until something of the ledger changes', async (path) => {
  const etag = await tagOf(one, path);
  expect((await page(other, path, { 'if-none-match': etag })).status).toBe(304);
  await call(one, 'POST', '/transactions/expense', { amount: '1', description: 'Stamp' });
  expect((await page(other, path, { 'if-none-match': etag })).status).toBe(200);
});

test('a change made on one node shows at the next request on the other', async () => {
  const before = { '/': await tagOf(other, '/'), '/transactions': await tagOf(other, '/transactions') };
  const request = (path: keyof typeof before) => page(other, path, { 'if-none-match': before[path] });
  const created = await call(one, 'POST', '/transactions/expense', {
    amount: '12.34',
    description: 'Falafel',
  });
  const { data } = (await created.json()) as { data: { transaction: { id: string } } };
  expect((await request('/transactions')).text).toContain('Falafel');
  expect((await request('/')).text).toContain('−₪12.34');

  await call(one, 'PUT', `/transactions/expense/${data.transaction.id}`, { description: 'Hummus' });
  expect((await request('/transactions')).text).toContain('Hummus');

  await call(one, 'DELETE', `/transactions/expense/${data.transaction.id}`, {});
  expect((await page(other, '/transactions')).text).not.toContain('Hummus');
});

test('settings, language and theme change a page at once', async () => {
  await call(one, 'POST', '/transactions/expense', { amount: '1234.5', description: 'Sofa' });
  const shekels = await page(other, '/transactions');
  expect(shekels.text).toContain('₪1,234.50');
  const shekelTag = { 'if-none-match': shekels.headers.get('etag') ?? '' };
  await call(one, 'PUT', '/users/profile', { currency_preference: 'EUR' });
  const euros = await page(other, '/transactions', shekelTag);
  expect(euros.text).toContain('€1,234.50');
  const euroTag = { 'if-none-match': euros.headers.get('etag') ?? '' };
  const hebrew = await page(other, '/transactions', {
    cookie: `${cookieOf(person)}; pruta_language=he`,
    ...euroTag,
  });
  expect(hebrew.text).toContain('<html lang="he" dir="rtl"');
  const dark = await page(other, '/transactions', {
    cookie: `${cookieOf(person)}; pruta_theme=dark`,
    ...euroTag,
  });
  expect(dark.text).toContain('data-theme="dark"');
  expect((await page(other, '/transactions', euroTag)).status).toBe(304);
});

test('each session has the token of its own forms, and an ended session sees nothing', async () => {
  await page(one, '/');
  const second = { ...person, ...(await signIn(one, person)) };
  const tokenOf = (text: string) => /name="_csrf" value="([^"]+)"/.exec(text)?.[1];
  const own = await page(one, '/');
  const mine = tokenOf(own.text);
  const etag = { 'if-none-match': own.headers.get('etag') ?? '' };
  const theirs = tokenOf((await page(one, '/', { cookie: cookieOf(second), ...etag })).text);
  expect(mine).toMatch(/.{20}/);
  expect(theirs).not.toBe(mine);

  await fetch(`${other.url}/api/v1/users/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${second.accessToken}` },
  });
  expect((await page(one, '/', { cookie: cookieOf(second), ...etag })).status).toBe(302);
});

test('a message set by a form is shown once, also to a browser that already has the page', async () => {
  const jar = cookieOf(person);
  const form = await page(one, '/transactions/new');
  const token = /name="_csrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
  const body = new URLSearchParams({
    _csrf: token,
    type: 'expense',
    amount: '5',
    description: 'Tea',
    date: TODAY,
  });
  const posted = await fetch(`${one.url}/transactions/new`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: jar, origin: one.url },
    body,
  });
  expect(posted.status).toBe(303);
  const flash = posted.headers
    .getSetCookie()
    .find((header) => header.startsWith('pruta_flash='))
    ?.split(';')[0];
  const etag = { 'if-none-match': await tagOf(one, '/transactions') };
  expect((await page(one, '/transactions', etag)).status).toBe(304);
  const shown = await page(one, '/transactions', { cookie: `${jar}; ${flash}`, ...etag });
  expect(shown.text).toContain('Transaction added');
  expect((await page(one, '/transactions')).text).not.toContain('Transaction added');
});
