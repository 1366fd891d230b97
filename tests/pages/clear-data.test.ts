import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';

const t = translator('en');
const server = declareOwnedServer();

test('a link with the parameter asks, says what would go, and changes nothing', async () => {
  const { browser, person } = await createNewcomer();
  const page = await browser.open('/transactions?type=income&clear-data=1');
  expect(textOf(page.html)).toContain(t('settings:clear.title'));
  expect(textOf(page.html)).toContain(person.email);
  expect(page.html).toContain('href="/transactions?type=income"');
  expect(textOf((await browser.open('/')).html)).not.toContain(t('accounts:signInTitle'));
});

test('only its form clears, from our own page', async () => {
  const { browser, person } = await createNewcomer();
  const { _csrf = '' } = (await browser.open('/clear-data')).form('_csrf').fields;
  const clear = (body: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/clear-data`, {
      method: 'POST',
      headers: { cookie: browser.cookies, ...headers },
      body: new URLSearchParams(body),
    });
  expect((await clear({})).status).toBe(403);
  expect((await clear({ _csrf }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);

  const cleared = await clear({ _csrf });
  expect(cleared.status).toBe(200);
  expect(cleared.headers.get('clear-site-data')).toBe('"cache", "storage"');
  const gone = cleared.headers.getSetCookie().filter((header) => header.includes('Max-Age=0'));
  expect(gone.map((header) => header.split('=')[0])).toEqual(
    expect.arrayContaining(['pruta_access', 'pruta_refresh', 'pruta_device', 'pruta_guest', 'pruta_theme']),
  );
  const html = await cleared.text();
  expect(textOf(html)).toContain(t('settings:clear.doneTitle'));
  expect(html).not.toContain('data-session');
  const account = { headers: { cookie: browser.cookies, accept: 'text/html' }, redirect: 'manual' } as const;
  expect((await fetch(`${server.url}/profile`, account)).headers.get('location')).toMatch(/^\/login/);
  await expect(askApi(person, 'GET', '/users/profile')).rejects.toThrow();
});
