import { expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createPerson } from '../support/people.ts';
import { TextBrowser, type TextPage } from '../support/text-browser.ts';

const server = declareOwnedServer();

const open = (language = 'en') => new TextBrowser(server.url, language);
const htmlTag = ({ html }: TextPage) => /<html [^>]*>/.exec(html)?.[0];

async function choose(browser: TextBrowser, typed: Record<string, string>): Promise<TextPage> {
  const page = await browser.open('/settings');
  return browser.submit(page, page.form('currency'), typed);
}

test('a guest finds the settings in header and footer, with the defaults', async () => {
  const browser = open();
  const { html } = await browser.open('/login');
  expect(html.match(/href="\/settings"/g)).toHaveLength(2);
  const { fields } = (await browser.open('/settings')).form('currency');
  expect(fields).toMatchObject({ language: 'en', theme: 'auto', currency: 'ILS' });
  expect((await open('he').open('/settings')).form('currency').fields.language).toBe('he');
});

test.each(LOCALES)(
  'languages have their own names, and a theme one name everywhere, in %s',
  async (locale) => {
    const browser = open(locale);
    const automatic = translator(locale)('accounts:theme.system');
    for (const path of ['/settings', '/register']) {
      const { html } = await browser.open(path);
      expect(html).toMatch(/<option value="en" lang="en"[^>]*>\s*English\s*</);
      expect(html).toMatch(/<option value="he" lang="he"[^>]*>\s*עברית\s*</);
    }
    for (const path of ['/settings', '/accessibility'])
      expect(textOf((await browser.open(path)).html)).toContain(automatic);
  },
);

test('language, theme and currency apply to this browser session alone, and are reset', async () => {
  const browser = open('he');
  const saved = await choose(browser, { language: 'en', theme: 'dark', currency: 'EUR', action: 'save' });
  expect(saved.status).toBe(200);
  expect(htmlTag(saved)).toContain('lang="en" dir="ltr" data-theme="dark"');
  expect(textOf(saved.html)).toContain(translator('en')('settings:guest.saved'));
  expect(textOf(saved.html)).toContain('€1,234.50');
  expect((await browser.open('/legal/terms')).html).toContain('data-theme="dark"');
  expect((await browser.open('/register')).form('email').fields).toMatchObject({
    language_preference: 'en',
    currency_preference: 'EUR',
  });
  expect((await open('he').open('/register')).form('email').fields).toMatchObject({
    language_preference: 'he',
    currency_preference: 'ILS',
  });

  const reset = await choose(await hebrewVisitor(), { action: 'reset' });
  expect(reset.form('currency').fields).toMatchObject({ language: 'en', theme: 'auto', currency: 'ILS' });
  expect(textOf(reset.html)).toContain(translator('en')('preferences:restored'));
});

test('the defaults include the display settings', async () => {
  const browser = open();
  const display = await browser.open('/accessibility');
  await browser.submit(display, display.form('fontSize'), { fontSize: 'xl', action: 'save' });
  const before = await choose(browser, { action: 'save' });
  expect(htmlTag(before)).toContain('data-fs="xl"');
  expect(htmlTag(await choose(browser, { action: 'reset' }))).not.toContain('data-fs');
});

async function hebrewVisitor(): Promise<TextBrowser> {
  const browser = open('he');
  await choose(browser, { language: 'he', theme: 'light', currency: 'JPY', action: 'save' });
  return browser;
}

test('a currency that does not exist is refused beside its field, and the rest stays', async () => {
  const browser = open();
  const refused = await choose(browser, { theme: 'dark', currency: 'QQQ', action: 'save' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('href="#currency"');
  expect(refused.form('currency').fields.theme).toBe('dark');
  expect((await browser.open('/settings')).form('currency').fields.theme).toBe('auto');
});

test('a forged choice counts as none', async () => {
  const browser = open();
  browser.addCookies(['pruta_currency=constructor', 'pruta_language=xx', 'pruta_theme=%00']);
  const page = await browser.open('/settings');
  expect(page.form('currency').fields).toMatchObject({ language: 'en', theme: 'auto', currency: 'ILS' });
});

test('a person who is signed in has preferences instead, and their own currency', async () => {
  const browser = open();
  await choose(browser, { currency: 'JPY', action: 'save' });
  browser.addCookies((await createPerson(server, { currency_preference: 'GBP' })).cookies);
  const page = await browser.open('/settings');
  expect(page.address).toBe('/profile');
  expect(page.html).not.toContain('href="/settings"');
  expect((await browser.open('/')).html).toContain('£0.00');
});

test('signing out deletes the choices', async () => {
  const browser = open();
  await choose(browser, { currency: 'JPY', theme: 'dark', action: 'save' });
  await browser.post('/logout', {}, { origin: server.url });
  const { fields } = (await browser.open('/settings')).form('currency');
  expect(fields).toMatchObject({ theme: 'auto', currency: 'ILS' });
});
