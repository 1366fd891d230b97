import { beforeEach, describe, expect, test } from 'vitest';
import { findConsents } from '../../src/domain/users/consents.queries.ts';
import { writtenDate } from '../../src/i18n/dates.ts';
import { formatter } from '../../src/i18n/format.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { DEFAULT_PREFERENCES, SERVER_TIMEZONE } from '../../src/i18n/preferences.ts';
import { translator } from '../../src/i18n/translate.ts';
import { LEGAL_VERSION } from '../../src/product.ts';
import { errorsAtFields, formsOf, textOf } from '../support/html.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import { browserOf } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createAdministrator, createPerson } from '../support/people.ts';
import { TextBrowser, type TextPage } from '../support/text-browser.ts';

const server = declareOwnedServer();
const t = translator('en');
const { date } = formatter('ILS', DEFAULT_PREFERENCES);
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
  acceptedTerms: LEGAL_VERSION,
});

async function register(more: Record<string, string> = {}): Promise<TextPage> {
  const page = await browser.open('/register');
  return browser.submit(page, page.form('confirmPassword'), { ...typed(), ...more });
}

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
    expect(textOf(done.html)).toContain(he('accounts:checkAdministrator', { email }));
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

test('a password that breaks a rule and is not repeated as it is has both errors at once', async () => {
  const refused = await register({ password: 'short-1', confirmPassword: 'another-1' });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(`<a href="#password">${t('errors:passwordMin')}</a>`);
  expect(refused.html).toContain(`<a href="#confirmPassword">${t('errors:passwordsDiffer')}</a>`);
});

test('each error of a registration is reported at its field, and the rest stays', async () => {
  const owner = await createPerson(server);
  const empty = {
    firstName: '',
    lastName: '',
    email: '',
    password: '',
    confirmPassword: '',
    acceptedTerms: '',
  };
  expect(errorsAtFields((await register(empty)).html)).toMatchObject({
    firstName: t('errors:firstNameRequired'),
    lastName: t('errors:lastNameRequired'),
    email: t('errors:emailRequired'),
    password: t('errors:passwordRequired'),
    acceptedTerms: t('errors:termsRequired'),
  });
  const cases = [
    { field: 'firstName', value: 'x'.repeat(101), message: t('errors:nameMax') },
    { field: 'lastName', value: '   ', message: t('errors:lastNameRequired') },
    { field: 'email', value: 'noa at example', message: t('errors:emailInvalid') },
    { field: 'email', value: owner.email, message: t('errors:EMAIL_EXISTS'), status: 409 },
    { field: 'password', value: 'short-1', message: t('errors:passwordMin') },
    { field: 'password', value: 'no digits here', message: t('errors:passwordMix') },
    { field: 'confirmPassword', value: `${PASSWORD}.`, message: t('errors:passwordsDiffer') },
    { field: 'password', value: `1${'x'.repeat(128)}`, message: t('errors:passwordMax') },
  ];
  for (const { field, value, message, status = 400 } of cases) {
    const repeated = field === 'password' && { confirmPassword: value };
    const sent = { lastName: "O'Levi & <b", ...repeated, [field]: value };
    const page = await register(sent);
    expect(page.status, message).toBe(status);
    expect(errorsAtFields(page.html)).toEqual({ [field]: message });
    const { fields } = page.form('confirmPassword');
    expect(fields).toMatchObject({ ...typed(), ...sent, password: '', confirmPassword: '' });
  }
});

test('an address is confirmed before the first sign-in, by the newest of its links, once', async () => {
  expect(textOf((await browser.open('/register')).html)).toContain(t('accounts:confirmedLater'));
  expect(textOf((await register()).html)).toContain(t('accounts:checkAdministrator', { email }));
  const signIn = async (changes = {}) => {
    const page = await browser.open('/login');
    return browser.submit(page, page.form('password'), { email, password: PASSWORD, ...changes });
  };
  const refused = await signIn();
  expect(refused.status).toBe(403);
  // Without a server for mail nobody would get a link: one message says who can help.
  expect(textOf(refused.html)).toContain(t('accounts:unconfirmed', { email }));
  expect(textOf(refused.html)).not.toContain(t('errors:EMAIL_NOT_VERIFIED'));
  expect(refused.html).not.toContain('href="/verify-email"');
  const linkOf = async () => tokenIn(await outboxMessageTo(server.dataDir, email), 'verify-email');
  const first = await linkOf();
  for (const address of [email, `nobody.${email}`]) {
    const asking = await browser.open('/verify-email');
    const asked = await browser.submit(asking, asking.form('email'), { email: address });
    expect(asked.address).toBe('/login');
    expect(textOf(asked.html)).toContain(t('accounts:resent'));
  }
  // The answer is sent before the mail.
  await expect.poll(linkOf).not.toBe(first);
  const newest = await linkOf();
  const home = await enter();
  expect(home.address).toBe('/');
  const preferences = await browser.open('/preferences');
  expect(preferences.form('timezone').fields.timezone).toBe(SERVER_TIMEZONE);
  const used = await browser.open(`/verify-email/${newest}`);
  const again = await browser.submit(used, used.form('token'));
  expect(again.status).toBe(400);
  expect(textOf(again.html)).toContain(t('accounts:verifyFailedText'));

  browser = new TextBrowser(server.url);
  for (const address of [email, `nobody.${email}`]) {
    const wrong = await signIn({ email: address, password: 'not-the-password-1' });
    expect(wrong.status).toBe(401);
    expect(textOf(wrong.html)).toContain(t('errors:INVALID_CREDENTIALS'));
    expect(wrong.html).toContain(`<title>${t('common:errorPrefix', { title: t('accounts:signIn') })}`);
    expect(wrong.form('password').fields).toMatchObject({ email: address, password: '' });
  }
});

test('where no mail is sent, an administrator confirms an address on Home', async () => {
  await register();
  const admin = browserOf(server, await createAdministrator(server, 'admin'), 'en');
  const home = await admin.open('/');
  expect(textOf(home.html)).toMatch(new RegExp(`Dana Cohen.{1,5}${email}`));
  const [, action = ''] =
    new RegExp(`${email}[\\s\\S]+?action="([^"]+/verify-email[^"]*)"`).exec(home.html) ?? [];
  const form = formsOf(home.html).find((one) => one.action === action);
  const confirmed = await admin.post(action, form?.fields ?? {});
  expect(confirmed.address).toBe('/');
  expect(textOf(confirmed.html)).not.toContain(email);
  const login = await browser.open('/login');
  const entered = await browser.submit(login, login.form('password'), { email, password: PASSWORD });
  expect(entered.address).toBe('/');
  expect((await browser.open('/')).html).not.toContain('/verify-email');
});

describe('agreeing to the terms', () => {
  test.each(LOCALES)('names the version, and leads to the texts beside the form, in %s', async (locale) => {
    const { html } = await new TextBrowser(server.url, locale).open('/register');
    const [, label = ''] = html.split('id="acceptedTerms-label"');
    const [sentence = ''] = label.split('</div>');
    expect(sentence).toContain(writtenDate(LEGAL_VERSION, locale));
    for (const name of ['terms', 'privacy'])
      expect(sentence).toContain(`href="/legal/${name}" target="_blank" rel="noopener" data-panel="true"`);
    expect(html).toContain(translator(locale)('accounts:consent.newTab'));
  });

  test.each(['', 'on', '2020-01-01'])(
    'is refused for %j, and what was typed stays',
    async (acceptedTerms) => {
      const refused = await register({ acceptedTerms, currency_preference: 'EUR' });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain(`<a href="#acceptedTerms">${t('errors:termsRequired')}</a>`);
      const { fields } = refused.form('confirmPassword');
      expect(fields).toMatchObject({ email, currency_preference: 'EUR' });
      expect(fields).not.toHaveProperty('acceptedTerms');
    },
  );

  test('is recorded with version and time, and shown in the profile', async () => {
    await register();
    const home = await enter();
    expect(textOf(home.html)).not.toContain(t('accounts:consent.look'));
    const rows = await consents();
    expect(rows).toEqual([{ version: LEGAL_VERSION, given_at: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    const card = await agreement();
    expect(card).toContain(date(LEGAL_VERSION));
    expect(card).toContain(t('accounts:consent.current'));
    expect(card).not.toContain(t('accounts:consent.button'));
  });

  test('is asked for again when there is a newer version, at sign-in and in the profile', async () => {
    await register();
    await changeConsents({ version: '2020-02-29' });
    const home = await enter();
    expect(textOf(home.html)).toContain(t('accounts:consent.outdated'));
    expect(home.html).toContain('href="/profile#consent"');
    expect(await agreement()).toContain(date('2020-02-29'));

    const form = (await browser.open('/profile')).form('version');
    await browser.post(form.action, { ...form.fields, version: '2020-02-29' });
    expect(await consents()).toHaveLength(1);
    const done = await browser.post(form.action, form.fields);
    expect(textOf(done.html)).toContain(t('accounts:consent.done'));
    expect((await consents()).map(({ version }) => version)).toEqual([LEGAL_VERSION, '2020-02-29']);
    expect(await agreement()).toContain(t('accounts:consent.current'));
  });

  test('is asked for where somebody has agreed to nothing yet', async () => {
    await register();
    await changeConsents(null);
    expect(textOf((await enter()).html)).toContain(t('accounts:consent.missing'));
    expect(await agreement()).toContain(t('accounts:consent.button'));
  });
});

async function agreement(): Promise<string> {
  const { html } = await browser.open('/profile');
  return textOf(/<section[^>]*aria-labelledby="consent"[\s\S]*?<\/section>/.exec(html)?.[0] ?? '');
}

async function ownId(): Promise<string> {
  const { db } = await server.database();
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

async function consents() {
  const { db } = await server.database();
  return findConsents(db, await ownId());
}

async function changeConsents(changes: { version: string } | null): Promise<void> {
  const { db } = await server.database();
  const id = await ownId();
  if (changes) await db.updateTable('consents').set(changes).where('user_id', '=', id).execute();
  else await db.deleteFrom('consents').where('user_id', '=', id).execute();
}
