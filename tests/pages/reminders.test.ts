import { createECDH, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { unsubscribeAddress } from '../../src/domain/reminders/unsubscribe.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi, type Caller } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { createNewcomer } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { TextBrowser } from '../support/text-browser.ts';

const server = declareOwnedServer();
const PAGE = '/profile/reminders';

const chosenBy = async (person: Caller) =>
  (await askApi<{ reminders: Record<string, unknown> }>(person, 'GET', '/users/reminders')).reminders;

test.each(LOCALES)('reminders and a calendar are chosen without scripts, in %s', async (language) => {
  const t = translator(language);
  const { person, browser } = await createNewcomer({ language_preference: language });
  const page = await browser.open(PAGE);
  expect(page.form('bill').fields).toMatchObject({ quiet_from: '9:00 PM', quiet_to: '8:00 AM' });
  const typed = {
    low_balance: 'on',
    bill: 'on',
    low_balance_line: 'much',
    quiet_from: '',
    quiet_to: '7:00 AM',
  };
  const refused = await browser.submit(page, page.form('bill'), typed);
  expect(refused.status).toBe(400);
  expect(refused.form('bill').fields).toMatchObject(typed);
  const half = await browser.submit(refused, refused.form('bill'), { low_balance_line: '-1,500' });
  expect(textOf(half.html)).toContain(t('errors:quietBoth'));
  const saved = await browser.submit(half, half.form('bill'), { quiet_from: '22:30' });
  expect(textOf(saved.html)).toContain(t('reminders:saved'));
  expect(textOf(saved.html)).toContain(t('reminders:nowhere'));
  expect(await chosenBy(person)).toEqual({
    bill: true,
    budget: false,
    unusual_amount: false,
    low_balance: true,
    import_due: false,
    low_balance_line: -1500,
    quiet_from: '22:30',
    quiet_to: '07:00',
    by_mail: true,
  });

  const made = await browser.submit(saved, saved.form('hides_amounts'), { hides_amounts: 'on' });
  expect(textOf(made.html)).toContain(t('reminders:made'));
  const [address = ''] = /http[^<\s]+\/api\/v1\/calendar\/[\w-]+/.exec(made.html) ?? [];
  expect(await (await fetch(address)).text()).toContain('BEGIN:VCALENDAR');
  const revoked = await browser.post(PAGE, { ...made.form('hides_amounts').fields, act: 'revoke' });
  expect(textOf(revoked.html)).toContain(t('reminders:revoked'));
  expect((await fetch(address)).status).toBe(404);
});

test('a browser that shows reminders was added on a day of the person', async () => {
  // Where it is another day than in UTC.
  const timezone = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago';
  const { person, browser } = await createNewcomer({ language_preference: 'en', preferences: { timezone } });
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${randomBytes(16).toString('hex')}`;
  await askApi(person, 'POST', '/users/push', { endpoint, keys });
  const { html } = await browser.open(PAGE);
  const parts = { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  expect(textOf(html)).toContain(new Intl.DateTimeFormat('en-US', parts).format());
});

test('one press in a mail stops reminders without signing in, and opening the link changes nothing', async () => {
  const { person } = await createNewcomer({ language_preference: 'en' });
  await askApi(person, 'PUT', '/users/reminders', { bill: true, budget: true, import_due: true });
  const link = unsubscribeAddress(server.config, person.id, 'bill');
  const stranger = new TextBrowser(server.url);
  const path = new URL(link).pathname;
  const page = await stranger.open(path);
  expect(await chosenBy(person)).toMatchObject({ bill: true, budget: true });
  // As mail programs do it: no cookie, no page of ours before, and no redirect followed (RFC 8058).
  const pressed = await fetch(link, {
    method: 'POST',
    redirect: 'error',
    headers: { origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(pressed.status).toBe(200);
  expect(await chosenBy(person)).toMatchObject({ bill: false, budget: true, import_due: true });
  const all = await stranger.post(path, { ...page.form('_csrf').fields, all: 'all' });
  expect(textOf(all.html)).toContain(translator('en')('reminders:stopped'));
  expect(await chosenBy(person)).toMatchObject({ bill: false, budget: false, import_due: false });

  const forged = link.replace(/[\w-]{20}$/, 'a'.repeat(20));
  for (const wrong of [forged, link.replace('/bill/', '/nothing/'), `${link}x`])
    for (const method of ['GET', 'POST']) expect((await fetch(wrong, { method })).status, wrong).toBe(404);
  expect(server.logs).not.toContain(path.split('/').at(-1));
});
