import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';

const server = declareOwnedServer();

test('cookies are deleted in the way that text browsers understand too', async () => {
  const { browser } = await createNewcomer();
  const { _csrf = '' } = (await browser.open('/')).form('theme').fields;
  const answer = await fetch(`${server.url}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookies },
    body: new URLSearchParams({ _csrf }),
  });
  const deleted = answer.headers.getSetCookie().filter((header) => header.includes('Max-Age=0'));
  expect(deleted.length).toBeGreaterThan(1);
  for (const header of deleted)
    expect(header).toContain('; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax');
});

test('the message after signing out is in the language of the page that shows it', async () => {
  const { browser } = await createNewcomer({ language_preference: 'he' });
  const english = { 'accept-language': 'en' };
  const sent = await fetch(`${server.url}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookies, ...english },
    body: new URLSearchParams({ _csrf: (await browser.open('/')).form('theme').fields._csrf ?? '' }),
  });
  const [flash = ''] = sent.headers.getSetCookie().filter((header) => /flash=\w/.test(header));
  const shown = await fetch(`${server.url}/login`, {
    headers: { cookie: flash.split(';')[0] ?? '', ...english },
  });
  expect(textOf(await shown.text())).toContain(translator('en')('accounts:signedOut'));
});
