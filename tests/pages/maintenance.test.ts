import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { browserOf } from '../support/newcomer.ts';
import { createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser } from '../support/text-browser.ts';

const WRITTEN = 'New disks.\n<b>Back at noon</b>';

let server: RunningServer;
let owner: Person;
let person: Person;

const signedIn = (person: Person) => browserOf(server, person);

beforeAll(async () => {
  server = await startServer();
  owner = await createPerson(server);
  person = await createPerson(server);
});
afterAll(() => server.kill());

afterEach(() => set('maintenance_mode', false));

const set = (key: string, value: unknown) => askApi(owner, 'PUT', '/admin/settings', { key, value });

test('what was typed waits on the page and is saved afterwards, once', async () => {
  const browser = signedIn(person);
  const page = await browser.open('/transactions/new');
  const form = page.form('amount');
  await set('maintenance_mode', true);
  const typed = { amount: '12.50', description: '"Coffee" & milk' };
  const waiting = await browser.submit(page, form, typed);
  expect(waiting.status).toBe(503);
  expect(waiting.headers.get('retry-after')).toBe('60');
  expect(textOf(waiting.html)).toContain(translator('en')('site:maintenanceKept'));
  const again = waiting.form('amount');
  expect(again.fields).toMatchObject(typed);
  expect((await browser.submit(waiting, again)).status).toBe(503);

  await set('maintenance_mode', false);
  const saved = await browser.submit(waiting, again);
  expect([saved.status, saved.address]).toEqual([200, expect.stringMatching(/^\/transactions/)]);
  const { transactions } = await askApi<{ transactions: { description: string }[] }>(
    person,
    'GET',
    '/transactions',
  );
  expect(transactions.map(({ description }) => description)).toEqual([typed.description]);
});

test('a password that was typed is written into no page', async () => {
  const browser = signedIn(person);
  const page = await browser.open('/profile/password');
  expect(page.status).toBe(200);
  await set('maintenance_mode', true);
  const waiting = await browser.submit(page, page.form('newPassword'), {
    currentPassword: 'secret-of-today-1',
    newPassword: 'secret-of-tomorrow-1',
  });
  expect(waiting.status).toBe(503);
  expect(waiting.html).not.toContain('secret-of');
  expect(textOf(waiting.html)).toContain(translator('en')('site:maintenanceSecrets'));
  await set('maintenance_mode', false);
});

test.each(LOCALES)('people and guests read why in %s, and go on where they were', async (locale) => {
  const t = translator(locale);
  await set('maintenance_mode', true);
  for (const browser of [signedIn(person), new TextBrowser(server.url, locale)]) {
    const isSignedIn = browser.cookies !== '';
    await browser.post('/preferences/visit', { language: locale }, { origin: server.url });
    const page = await browser.open('/transactions?search=rent');
    expect(page.status).toBe(503);
    expect(page.html.includes(person.email)).toBe(isSignedIn);
    expect(page.html).toContain(`<title>${t('site:maintenanceTitle')} | Pruta</title>`);
    expect(textOf(page.html)).toContain(t('errors:MAINTENANCE_MODE'));
    expect(page.html).toContain('href="/transactions?search=rent"');
    const own = await browser.open('/maintenance?return=%2Fanalytics');
    expect([own.status, own.html.includes('href="/analytics"')]).toEqual([503, true]);
    const { html } = await browser.open('/maintenance?return=//elsewhere.example');
    expect(html).not.toMatch(/(href|action)="[^"]*elsewhere/);
  }
  await set('maintenance_mode', false);
  const over = await signedIn(person).open('/maintenance?return=%2Fanalytics');
  expect([over.status, over.html.includes('href="/analytics"')]).toEqual([200, true]);
});

test('what the admins have written is text, with its lines', async () => {
  await set('maintenance_message', WRITTEN);
  await set('maintenance_mode', true);
  const { html } = await new TextBrowser(server.url).open('/');
  expect(html).toContain('New disks.\n&lt;b&gt;Back at noon&lt;/b&gt;');
  await set('maintenance_mode', false);
  await set('maintenance_message', '');
});

test('admins see at every page that it is on, and can sign in to end it', async () => {
  await set('maintenance_mode', true);
  const t = translator('en');
  const page = await signedIn(owner).open('/');
  expect(page.status).toBe(200);
  expect(textOf(page.html)).toContain(t('site:group.maintenance'));
  const guest = new TextBrowser(server.url);
  const login = await guest.open('/login?return=%2Fadmin');
  const inside = await guest.submit(login, login.form('password'), {
    email: owner.email,
    password: owner.password,
  });
  expect([inside.status === 503, inside.address]).toEqual([false, '/admin']);
  await set('maintenance_mode', false);
  expect(textOf((await signedIn(owner).open('/')).html)).not.toContain(t('site:group.maintenance'));
});
