import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { LEGAL_VERSION } from '../../src/product.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser } from '../support/text-browser.ts';

let server: RunningServer;
let owner: Person;

beforeAll(async () => {
  server = await startServer();
  owner = await createPerson(server);
  await askApi(owner, 'PUT', '/admin/settings', { key: 'registration_enabled', value: false });
});
afterAll(() => server.kill());

test.each(LOCALES)('an invitation in %s: made, opened as a link, used, and withdrawn', async (locale) => {
  const t = translator(locale);
  const browser = new TextBrowser(server.url, locale);
  browser.addCookies(owner.cookies);
  await browser.post('/preferences/visit', { language: locale }, { origin: server.url });
  const administration = await browser.open('/admin');
  expect(administration.html).toMatch(/<a[^>]*href="\/admin\/invitations"/);
  const page = await browser.open('/admin/invitations');
  const refused = await browser.submit(page, page.form('uses'), { uses: '0', days: 'a week' });
  expect(refused.status).toBe(400);
  expect(refused.form('uses').fields).toMatchObject({ uses: '0', days: 'a week' });
  const made = await browser.submit(refused, refused.form('uses'), { uses: '2', days: '7' });
  const [, link = ''] = /<input[^>]*data-copy[^>]*value="https?:\/\/[^/]+([^"]+)"/.exec(made.html) ?? [];
  expect(link).toMatch(/^\/register\?invitation=[\w-]{32}$/);
  // Once only.
  expect((await browser.open('/admin/invitations')).html).not.toContain('data-copy');
  expect(textOf(made.html)).toContain(t('site:usesLeft', { count: 2 }));

  const guest = new TextBrowser(server.url, locale);
  const register = await guest.open(link);
  expect(textOf(register.html)).toContain(t('site:invited'));
  const typed = {
    firstName: 'Dana',
    lastName: 'Cohen',
    email: 'not an address',
    acceptedTerms: LEGAL_VERSION,
  };
  const passwords = { password: 'correct-horse-9', confirmPassword: 'correct-horse-9' };
  const again = await guest.submit(register, register.form('email'), { ...typed, ...passwords });
  expect([again.status, again.form('email').fields.invitation]).toEqual([400, link.split('=')[1]]);
  const email = `dana.${locale}@example.org`;
  const done = await guest.submit(again, again.form('email'), { ...typed, ...passwords, email });
  expect([done.status, done.address]).toEqual([200, '/login']);

  const list = await browser.open('/admin/invitations');
  expect(textOf(list.html)).toContain(t('site:usesLeft', { count: 1 }));
  const withdrawn = await browser.submit(list, list.form('id'), { id: idIn(list.html) });
  expect(textOf(withdrawn.html)).toContain(t('site:noInvitations'));
  const closed = await guest.open(link);
  expect(textOf(closed.html)).toContain(t('site:closedText'));
  expect(closed.html).not.toContain('name="password"');
});

test('the sign-in page says that registration is closed', async () => {
  const { html } = await new TextBrowser(server.url).open('/login');
  expect(textOf(html)).toContain(translator('en')('errors:REGISTRATION_CLOSED'));
  expect(html).not.toContain('href="/register"');
});

const idIn = (html: string) => /name="id=([\da-f-]{36})"/.exec(html)?.[1] ?? '';
