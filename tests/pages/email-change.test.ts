import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TextBrowser } from '../support/text-browser.ts';

const server = declareOwnedServer();

test.each(LOCALES)('a text browser changes the address and restores the old one, in %s', async (language) => {
  const t = translator(language);
  const { person, browser } = await createNewcomer({ language_preference: language });
  const email = `new.${person.email}`;

  const page = await browser.open('/profile/email');
  expect(textOf(page.html)).toContain(person.email);
  const refused = await browser.submit(page, page.form('password'), { email, password: 'not it' });
  expect(refused.status).toBe(400);
  expect(textOf(refused.html)).toContain(t('errors:CURRENT_PASSWORD_WRONG'));
  expect(refused.form('password').fields).toMatchObject({ email, password: '' });
  const asked = await browser.submit(refused, refused.form('password'), { password: person.password });
  expect(asked.address).toBe('/profile/security');
  expect(textOf(asked.html)).toContain(t('accounts:emailChangeMailed', { email }));

  const link = `/change-email/${tokenIn(await outboxMessageTo(server.dataDir, email), 'change-email')}`;
  for (let turn = 0; turn < 2; turn += 1) await browser.open(link);
  expect(textOf((await browser.open('/profile/security')).html)).not.toContain(email);
  const opened = await browser.open(link);
  const confirmed = await browser.submit(opened, opened.form('token'));
  expect([confirmed.address, textOf(confirmed.html)]).toEqual([
    '/profile/security',
    expect.stringContaining(t('accounts:emailChanged')),
  ]);
  expect(textOf(confirmed.html)).toContain(email);
  const again = await browser.open(link);
  const used = await browser.submit(again, again.form('token'));
  expect(used.status).toBe(400);
  expect(textOf(used.html)).toContain(t('accounts:changeEmailFailedText'));

  const notice = await expect
    .poll(() => outboxMessageTo(server.dataDir, person.email))
    .toMatchObject({ subject: t('mail:emailChanged.subject', { siteName: 'Pruta' }) })
    .then(() => outboxMessageTo(server.dataDir, person.email));
  const stranger = new TextBrowser(server.url, language);
  const question = await stranger.open(`/restore-email/${tokenIn(notice, 'restore-email')}`);
  expect(textOf(question.html)).toContain(t('accounts:restoreEmailText'));
  const restored = await stranger.submit(question, question.form('token'));
  expect(restored.address).toBe('/login');
  expect(textOf(restored.html)).toContain(t('accounts:emailRestored'));
  expect((await browser.open('/profile')).address).toContain('/login');
  await expect
    .poll(async () => (await outboxMessageTo(server.dataDir, person.email)).subject)
    .toBe(t('mail:reset.subject', { siteName: 'Pruta' }));
});
