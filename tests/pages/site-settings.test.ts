import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { browserOf } from '../support/newcomer.ts';
import { createAdministrator, createPerson, type Person } from '../support/people.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { TextBrowser } from '../support/text-browser.ts';

let server: RunningServer;
let owner: Person;
let person: Person;

const signedIn = (person: Person) => browserOf(server, person);

beforeAll(async () => {
  server = await startServer({ SUPPORT_EMAIL: 'help@example.org' });
  owner = await createPerson(server);
  person = await createPerson(server);
});
afterAll(() => server.kill());

test('only super admins see the settings; a form of anybody else changes nothing', async () => {
  const browser = signedIn(person);
  const page = await browser.open('/admin/settings');
  expect(page.status).toBe(403);
  expect(textOf(page.html)).toContain('Super Admin Access Required');
  const sent = await browser.post('/admin/settings', { key: 'site_name' }, { origin: server.url });
  expect(sent.status).toBe(403);
});

test.each(LOCALES)(
  'a change in %s is shown in titles, the footer and the legal texts, and taken back',
  async (locale) => {
    const t = translator(locale);
    const browser = signedIn(owner);
    await browser.post('/preferences/visit', { language: locale }, { origin: server.url });
    const page = await browser.open('/admin/settings');
    const form = page.form('site_name');
    expect(form.fields).toMatchObject({
      site_name: 'Pruta',
      support_email: 'help@example.org',
      registration_enabled: 'on',
      activity_retention_days: '365',
    });
    const saved = await browser.submit(page, form, {
      site_name: 'Levi & Co',
      support_email: 'us@example.org',
    });
    expect(textOf(saved.html)).toContain(t('site:saved', { count: 2 }));
    const guest = await new TextBrowser(server.url, locale).open('/legal/terms');
    expect(guest.html).toContain('Levi &amp; Co</title>');
    expect(guest.html).toContain('mailto:us@example.org');
    expect(textOf(saved.html)).toContain('Levi & Co');

    const unchanged = await browser.submit(saved, saved.form('site_name'));
    expect(textOf(unchanged.html)).toContain(t('site:unchanged'));
    for (const key of ['site_name', 'support_email']) {
      await browser.submit(unchanged, unchanged.form('key'), { key });
    }
    const after = await browser.open('/admin/settings');
    expect(after.form('site_name').fields).toMatchObject({
      site_name: 'Pruta',
      support_email: 'help@example.org',
    });
    expect(after.html).not.toContain('name="key=');
  },
);

test('what somebody else has changed since stays as it is', async () => {
  const browser = signedIn(owner);
  const page = await browser.open('/admin/settings');
  await askApi(owner, 'PUT', '/admin/settings', { key: 'registration_enabled', value: false });
  await browser.submit(page, page.form('site_name'), { site_name: 'Ours' });
  const { fields } = (await browser.open('/admin/settings')).form('site_name');
  expect([fields.site_name, fields.registration_enabled ?? '']).toEqual(['Ours', '']);
  for (const key of ['site_name', 'registration_enabled'])
    await askApi(owner, 'DELETE', `/admin/settings/${key}`);
});

test('what is wrong is said at its field, and everything typed stays', async () => {
  const browser = signedIn(owner);
  const page = await browser.open('/admin/settings');
  const typed = {
    site_name: '',
    support_email: 'nobody',
    activity_retention_days: '7 days',
    maintenance_message: 'Soon\nback',
  };
  const refused = await browser.submit(page, page.form('site_name'), typed);
  expect(refused.status).toBe(400);
  expect(refused.form('site_name').fields).toMatchObject(typed);
  for (const field of ['site_name', 'support_email', 'activity_retention_days']) {
    expect(refused.html).toContain(`id="${field}-error"`);
    expect(refused.html).toContain(`href="#${field}"`);
  }
  const { fields } = (await browser.open('/admin/settings')).form('site_name');
  expect(fields.maintenance_message).toBe('');
});

test.each(LOCALES)(
  'a form in %s waits for the code of an administrator who has one, whole',
  async (locale) => {
    const t = translator(locale);
    const admin = await createAdministrator(server, 'super_admin');
    const browser = signedIn(admin);
    await browser.post('/preferences/visit', { language: locale }, { origin: server.url });
    const page = await browser.open('/admin/settings');
    // Turned on in another session, which has entered a code.
    const { email, password } = admin;
    const other = await askApi<{ accessToken: string }>(admin, 'POST', '/users/login', { email, password });
    const there = { url: server.url, accessToken: other.accessToken };
    const { secret } = await askApi<{ secret: string }>(there, 'POST', '/users/two-factor/start', {
      password,
    });
    const codeAt = (timestamp: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    await askApi(there, 'POST', '/users/two-factor/confirm', { code: codeAt(Date.now()) });

    const asked = await browser.submit(page, page.form('site_name'), { site_name: 'Ours & "theirs"' });
    expect(textOf(asked.html)).toContain(t('accounts:codeForAct'));
    expect(asked.html).not.toContain(t('errors:CODE_INVALID'));
    const wrong = await browser.submit(asked, asked.form('code'), { code: '000000' });
    expect(textOf(wrong.html)).toContain(t('errors:CODE_INVALID'));
    expect(wrong.form('code').fields).toMatchObject({ site_name: 'Ours & "theirs"', code: '' });
    const saved = await browser.submit(wrong, wrong.form('code'), { code: codeAt(Date.now() + 30_000) });
    expect(textOf(saved.html)).toContain(t('site:saved', { count: 1 }));
    const reset = await browser.submit(saved, saved.form('key'), { key: 'site_name' });
    expect(reset.form('site_name').fields.site_name).toBe('Pruta');
  },
);
