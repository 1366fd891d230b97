import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStorage, type Storage } from '../support/databases.ts';
import { createPerson, type Person, signIn } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';

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
  await one?.stop();
  await other?.stop();
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

test('a page that nothing has changed is sent again to the letter, and as 304 to who has it', async () => {
  const first = await page(one, '/transactions');
  const again = await page(one, '/transactions');
  expect(again.text).toBe(first.text);
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'));
  const etag = first.headers.get('etag') ?? '';
  expect((await page(one, '/transactions', { 'if-none-match': etag })).status).toBe(304);
});

test('a change made on one node shows at the next look on the other', async () => {
  await page(other, '/');
  await page(other, '/transactions');
  const created = await call(one, 'POST', '/transactions/expense', {
    amount: '12.34',
    description: 'Falafel',
  });
  const { data } = (await created.json()) as { data: { transaction: { id: string } } };
  expect((await page(other, '/transactions')).text).toContain('Falafel');
  expect((await page(other, '/')).text).toContain('-₪12.34');

  await call(one, 'PUT', `/transactions/expense/${data.transaction.id}`, { description: 'Hummus' });
  expect((await page(other, '/transactions')).text).toContain('Hummus');

  await call(one, 'DELETE', `/transactions/expense/${data.transaction.id}`, {});
  expect((await page(other, '/transactions')).text).not.toContain('Hummus');
});

test('settings, language and theme change a kept page at once', async () => {
  await call(one, 'POST', '/transactions/expense', { amount: '1234.5', description: 'Sofa' });
  expect((await page(other, '/transactions')).text).toContain('₪1,234.50');
  await call(one, 'PUT', '/users/profile', { currency_preference: 'EUR' });
  expect((await page(other, '/transactions')).text).toContain('€1,234.50');
  const hebrew = await page(other, '/transactions', { cookie: `${cookieOf(person)}; pruta_language=he` });
  expect(hebrew.text).toContain('<html lang="he" dir="rtl"');
  const dark = await page(other, '/transactions', { cookie: `${cookieOf(person)}; pruta_theme=dark` });
  expect(dark.text).toContain('data-theme="dark"');
  expect((await page(other, '/transactions')).text).toContain('data-theme="auto"');
});

test('each session has the token of its own forms, and a session that has ended sees nothing', async () => {
  await page(one, '/');
  const second = { ...person, ...(await signIn(one, person)) };
  const tokenOf = (text: string) => /name="_csrf" value="([^"]+)"/.exec(text)?.[1];
  const mine = tokenOf((await page(one, '/')).text);
  const theirs = tokenOf((await page(one, '/', { cookie: cookieOf(second) })).text);
  expect(mine).toMatch(/.{20}/);
  expect(theirs).not.toBe(mine);

  await fetch(`${other.url}/api/v1/users/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${second.accessToken}` },
  });
  expect((await page(one, '/', { cookie: cookieOf(second) })).status).toBe(302);
});

test('a message left by a form is shown once and never kept', async () => {
  const jar = cookieOf(person);
  const form = await page(one, '/transactions/new');
  const token = /name="_csrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
  const body = new URLSearchParams({
    _csrf: token,
    type: 'expense',
    amount: '5',
    description: 'Tea',
    date: today(),
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
  const shown = await page(one, '/transactions', { cookie: `${jar}; ${flash}` });
  expect(shown.text).toContain('Transaction added');
  expect((await page(one, '/transactions')).text).not.toContain('Transaction added');
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
