import { expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { errorsAtFields, textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { ownedServer } from '../support/owned-server.ts';
import { signIn } from '../support/people.ts';
import type { TextPage } from '../support/text-browser.ts';

const t = translator('he');
const NEXT = 'Neues-Pferd-10';

const rowsOf = ({ html }: TextPage) => html.split('<tbody')[1]?.split('<tr').length ?? 0;

test('a password is changed only with the current one, and sessions end one by one or all', async () => {
  const server = await ownedServer();
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const page = await browser.open('/profile/password');
  const typed = { currentPassword: 'not it', newPassword: NEXT, confirmPassword: NEXT };
  const refused = await browser.submit(page, page.form('newPassword'), typed);
  expect(refused.status).toBe(400);
  expect(errorsAtFields(refused.html)).toEqual({ currentPassword: t('errors:CURRENT_PASSWORD_WRONG') });
  const changed = await browser.submit(refused, refused.form('newPassword'), {
    ...typed,
    currentPassword: person.password,
  });
  expect(textOf(changed.html)).toContain(t('accounts:passwordChanged'));
  await signIn(server, { ...person, password: NEXT });
  const sessions = await browser.open('/profile/sessions');
  const two = rowsOf(sessions);
  const ended = await browser.submit(sessions, sessions.form('session'));
  expect(textOf(ended.html)).toContain(t('accounts:sessionEnded'));
  expect(rowsOf(ended)).toBe(two - 1);
  const everywhere = ended.html.split(t('accounts:signOutEverywhere'))[0]?.split('<form').at(-1) ?? '';
  const fields = [...everywhere.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  const out = await browser.post(
    '/profile/sessions',
    fields.map(([, name = '', value = '']) => [name, value]),
  );
  expect(out.address).toBe('/login');
  expect((await browser.open('/profile')).address).toMatch(/^\/login\?return=/);
});

test('a person exports everything and closes the account', async () => {
  const { person, browser } = await createNewcomer({ language_preference: 'he' });
  const { html } = await browser.open('/export');
  expect(html).toContain('href="/profile/delete"');
  const [, file = ''] = new RegExp(`href="([^"]*)"[^>]*>\\s*${t('accounts:exportAccount')}`).exec(html) ?? [];
  const { headers } = await browser.open(file);
  expect(headers.get('content-disposition')).toMatch(/filename="?pruta-account-\d{4}-\d\d-\d\d\.json/);
  const page = await browser.open('/profile/delete');
  const refused = await browser.submit(page, page.form('password'), { password: 'not it' });
  expect(refused.status).toBe(400);
  expect(errorsAtFields(refused.html)).toEqual({ password: t('errors:CURRENT_PASSWORD_WRONG') });
  const closed = await browser.submit(refused, refused.form('password'), { password: person.password });
  expect(textOf(closed.html)).toContain(t('accounts:closed'));
  const { email, password } = person;
  const again = await browser.submit(closed, closed.form('password'), { email, password });
  expect(again.status).toBe(401);
});
