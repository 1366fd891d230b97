import { beforeEach, describe, expect, test } from 'vitest';
import { translator } from '../../src/i18n/translate.ts';
import { textOf } from '../support/html.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TextBrowser, type TextPage } from '../support/text-browser.ts';

const server = declareOwnedServer();
const PASSWORD = 'Korrekt-Pferd-9';

let people = 0;
let browser: TextBrowser;
let email: string;

beforeEach(() => {
  people += 1;
  browser = new TextBrowser(server.url);
  email = `guest.${process.pid}.${people}@example.org`;
});

const typed = () => ({
  firstName: 'Dana',
  lastName: 'Cohen',
  email,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  acceptedTerms: 'on',
});

async function register(more: Record<string, string> = {}): Promise<TextPage> {
  const page = await browser.open('/register');
  return browser.submit(page, page.form('confirmPassword'), { ...typed(), ...more });
}

/** Follows the mailed link and signs in. */
async function enter(): Promise<TextPage> {
  const token = tokenIn(await outboxMessageTo(server.dataDir, email), 'verify-email');
  const page = await browser.open(`/verify-email/${token}`);
  const login = await browser.submit(page, page.form('token'));
  return browser.submit(login, login.form('password'), { email, password: PASSWORD });
}

describe('language and currency', () => {
  test('of the account are those that the form showed, and replace those of the visit', async () => {
    const he = translator('he');
    await browser.post('/preferences/visit', { theme: 'dark' }, { origin: server.url });
    const done = await register({ language_preference: 'he', currency_preference: 'EUR' });
    expect(done.address).toBe('/login');
    expect(done.html).toContain('<html lang="he" dir="rtl" data-theme="dark"');
    expect(textOf(done.html)).toContain(he('accounts:checkMail', { email }));
    expect((await outboxMessageTo(server.dataDir, email)).html).toContain('lang="he"');
    expect((await browser.open('/settings')).form('currency').fields.currency).toBe('ILS');

    expect((await enter()).html).toContain('<html lang="he" dir="rtl" data-theme="dark"');
    const { fields } = (await browser.open('/preferences')).form('currency_preference');
    expect(fields).toMatchObject({
      language_preference: 'he',
      currency_preference: 'EUR',
      theme_preference: 'system',
    });
    expect((await browser.open('/setup/1')).form('currency').fields.currency).toBe('EUR');
  });

  test('that the form showed are not asked about again with another answer', async () => {
    await register();
    await enter();
    expect((await browser.open('/setup/1')).form('currency').fields.currency).toBe('ILS');
  });

  test('that do not exist are refused beside their fields, and what was typed stays', async () => {
    const refused = await register({ language_preference: 'xx', currency_preference: 'constructor' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('href="#language_preference"');
    expect(refused.html).toContain('href="#currency_preference"');
    expect(refused.form('confirmPassword').fields).toMatchObject({ firstName: 'Dana', email });
  });
});
