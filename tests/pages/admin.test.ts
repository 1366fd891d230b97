import { beforeAll, expect, test } from 'vitest';
import { chunksOf } from '../../src/db/insert-rows.ts';
import { recordActivity } from '../../src/domain/activity/record.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { newUser } from '../../src/domain/users/register.ts';
import { withoutIsolates } from '../../src/i18n/isolated.ts';
import { LOCALES } from '../../src/i18n/locales.ts';
import { translator } from '../../src/i18n/translate.ts';
import { askApi } from '../support/ask-api.ts';
import { textOf } from '../support/html.ts';
import { browserOf } from '../support/newcomer.ts';
import { declareOwnedServer } from '../support/owned-server.ts';
import { createAdministrator, createPerson, type Person } from '../support/people.ts';
import { TextBrowser } from '../support/text-browser.ts';

const server = declareOwnedServer();
let admin: Person;

beforeAll(async () => {
  admin = await createAdministrator(server);
});

test('an admin arrives at the administration after the sign-in, or at the page that was asked for', async () => {
  for (const [path, arrives] of [
    ['/login', '/admin'],
    ['/admin/users?status=blocked', '/admin/users?status=blocked'],
  ] as const) {
    const browser = new TextBrowser(server.url);
    const page = await browser.open(path);
    const typed = { email: admin.email, password: admin.password };
    const back = await browser.submit(page, page.form('password'), typed);
    expect([back.address, back.status]).toEqual([arrives, 200]);
  }
});

test('a user is blocked and unblocked by forms alone, and told why', async () => {
  const person = await createPerson(server);
  const browser = browserOf(server, admin);
  const page = await browser.open(`/admin/users/${person.id}/block`);
  const done = await browser.submit(page, page.form('reason'), { reason: 'Spam <b>', expiresHours: '2' });
  expect(done.address).toBe(`/admin/users/${person.id}`);
  expect(textOf(done.html)).toContain('Blocked');
  const refused = await fetch(`${server.url}/`, {
    redirect: 'manual',
    headers: { cookie: person.cookies.map((header) => header.split(';')[0]).join('; ') },
  });
  expect(refused.headers.get('location')).toMatch(/^\/blocked\?reason=Spam\+%3Cb%3E&expires_at=/);
  const lift = await browser.open(`/admin/users/${person.id}/unblock`);
  expect(textOf((await browser.submit(lift, lift.form('action'), {})).html)).toContain('Active');
});

test('what is typed wrong is kept, with a message at its field', async () => {
  const person = await createPerson(server);
  const browser = browserOf(server, admin);
  const page = await browser.open(`/admin/users/${person.id}/block`);
  const again = await browser.submit(page, page.form('reason'), { reason: 'Spam', expiresHours: 'soon' });
  expect(again.status).toBe(400);
  expect(again.html).toContain('href="#expiresHours"');
  expect(again.html).toContain('value="Spam"');
});

test('a bulk act lists whom it is for, and tells what became of each', async () => {
  const [one, other] = [await createPerson(server), await createAdministrator(server, 'super_admin')];
  const browser = browserOf(server, admin);
  const list = await browser.open('/admin/users');
  expect(list.html).toContain('aria-sort="descending"');
  const confirmation = await browser.submit(list, list.form('operation'), {
    operation: 'end_sessions',
    id: one.id,
  });
  expect(textOf(confirmation.html)).toContain(one.email);
  const result = await browser.submit(confirmation, confirmation.form('confirmed'), {});
  expect(result.address).toMatch(/^\/admin\/activity\//);
  expect(textOf(result.html)).toContain(`${one.email} Done`);
  expect(other.id).not.toBe(one.id);
});

test('only a super admin changes roles, and nobody manages themselves', async () => {
  const person = await createPerson(server);
  const browser = browserOf(server, admin);
  for (const path of [`/admin/users/${person.id}/role`, '/admin/settings'])
    expect((await browser.open(path)).status, path).toBe(403);
  expect((await browser.open(`/admin/users/${admin.id}/block`)).status).toBe(403);
});

test('a filter that is not valid is named, and the list is shown without it', async () => {
  const { html, status } = await browserOf(server, admin).open('/admin/users?role=king&search=noa');
  expect(status).toBe(200);
  expect(html).toContain('href="#filter-role"');
  expect(html).toContain('value="noa"');
});

test('the log is downloaded as a file that no spreadsheet takes for formulas', async () => {
  const person = await createPerson(server);
  const { db } = await server.database();
  await db.updateTable('users').set({ first_name: '=1+1' }).where('id', '=', person.id).execute();
  const browser = browserOf(server, admin);
  const page = await browser.open(`/admin/users/${person.id}/verify-email`);
  expect(page.status).toBe(200);
  const block = await browser.open(`/admin/users/${person.id}/block`);
  await browser.submit(block, block.form('reason'), { reason: 'x' });
  const cookie = admin.cookies.map((header) => header.split(';')[0]).join('; ');
  const answer = await fetch(`${server.url}/admin/activity/csv?actionType=block`, { headers: { cookie } });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = await answer.text();
  expect(text).toContain(`"'=1+1 Levi"`);
  expect(text.split('\r\n')[0]).toContain('"created_at","action_type"');
});

test('the overview says who signed in, and what happened besides', async () => {
  const { db } = await server.database();
  const person = await createPerson(server);
  await db
    .updateTable('users')
    .set({ last_login: '2099-06-01T00:00:00.000Z' })
    .where('id', '=', person.id)
    .execute();
  const client = { address: '', userAgent: '' };
  const target = { id: person.id, email: person.email, first_name: 'Only', last_name: 'Once' };
  for (const type of ['passkey_added', 'sign_in', 'sign_in'] as const)
    await recordActivity({ db, now: new Date(), client, viewer: null }, { type, actor: target, target });
  const robbed = { id: person.id, email: person.email, first_name: 'Key', last_name: 'Twice' };
  for (const details of [{}, { reason: 'token_reused' }])
    await recordActivity(
      { db, now: new Date(), client, viewer: null },
      { type: 'session_ended', target: robbed, details },
    );
  const { html } = await browserOf(server, admin).open('/admin');
  const cardOf = (id: string) => textOf(html.slice(html.indexOf(`id="${id}"`)).split('</section>')[0] ?? '');
  expect(cardOf('seen')).toContain('2099');
  const activity = cardOf('activity');
  expect(activity).toContain(translator('en')('admin:type.passkey_added'));
  expect(activity).not.toContain(`${translator('en')('admin:type.sign_in')} `);
  expect(activity.split('Only Once')).toHaveLength(2);
  // A session that ended because its key was used twice.
  expect(activity.split('Key Twice')).toHaveLength(2);
});

test('attempts to sign in, one after another from one device, are one row, which names the device', async () => {
  const { db } = await server.database();
  const person = await createPerson(server);
  const target = { id: person.id, email: person.email, first_name: 'Door', last_name: 'Rattler' };
  const client = { address: '192.0.2.7', userAgent: '' };
  for (const device of ['Chrome, Linux', 'Chrome, Linux', 'Chrome, Linux', 'Safari, iOS'])
    await recordActivity(
      { db, now: new Date(), client, viewer: null },
      { type: 'sign_in_failed', target, details: { device } },
    );
  const shown = withoutIsolates(
    textOf((await browserOf(server, admin).open(`/admin/activity?userId=${person.id}`)).html),
  );
  expect(shown).toMatch(/\(3\s×\) .* Chrome, Linux · 192\.0\.2\.7/);
  expect(shown.match(/192\.0\.2\.7/g)).toHaveLength(2);
});

test('Home says what the administration has just shown', async () => {
  const { db } = await server.database();
  const browser = browserOf(server, admin);
  const t = translator('en');
  const late = t('admin:attention.jobs', { count: 1 });
  expect(textOf((await browser.open('/')).html)).not.toContain(late);
  const then = '2000-01-01T00:00:00.000Z';
  await db
    .insertInto('job_runs')
    .values({ name: 'test', ran_at: then, due_at: then, failing_since: then })
    .execute();
  expect(textOf((await browser.open('/admin')).html)).toContain(late);
  expect(textOf((await browser.open('/')).html)).toContain(late);
  await db.deleteFrom('job_runs').where('name', '=', 'test').execute();
});

test('the failed sign-ins of today are those of the day in UTC, wherever somebody looks from', async () => {
  const { db } = await server.database();
  const far = await createAdministrator(server);
  const preferences = JSON.stringify({ timezone: 'Pacific/Kiritimati' });
  await db.updateTable('users').set({ preferences }).where('id', '=', far.id).execute();
  const browser = browserOf(server, far);
  const { html } = await browser.open('/admin');
  const [, link = ''] = /href="(\/admin\/activity\?actionType=sign_in_failed[^"]*)"/.exec(html) ?? [];
  const address = link.replaceAll(/&(amp|#38);/g, '&');
  // Not of the test's clock, for which midnight may pass meanwhile.
  const [today = ''] = /\d{4}-\d\d-\d\d/.exec(address) ?? [];
  for (const [name, created_at] of [
    ['Last of yesterday', `${plusDays(today, -1)}T23:59:59.999Z`],
    ['First of today', `${today}T00:00:00.000Z`],
  ] as const)
    await recordActivity(
      { db, now: new Date(created_at), client: { address: '', userAgent: '' }, viewer: null },
      { type: 'sign_in_failed', target: { id: far.id, email: far.email, first_name: name, last_name: '' } },
    );
  const shown = textOf((await browser.open(address)).html);
  expect(shown).toContain('First of today');
  expect(shown).not.toContain('Last of yesterday');
  // A date alone is in the person's time zone, where the day began ten hours earlier.
  const own = await browser.open(`/admin/activity?actionType=sign_in_failed&startDate=${today}`);
  expect(textOf(own.html)).toContain('Last of yesterday');
});

test.each(['25:61', '0000-00-00', '9999-99-99', '2026-02-30T25:61Z', '\0'])(
  'a date of the log that cannot be read is refused at its field: %j',
  async (text) => {
    const browser = browserOf(server, admin);
    for (const field of ['startDate', 'endDate']) {
      const { status, html } = await browser.open(`/admin/activity?${field}=${encodeURIComponent(text)}`);
      expect(status).toBe(200);
      expect(html).toContain(`id="filter-${field}-error"`);
    }
  },
);

test.each(['0000-01-01T00:00:00Z', '9998-12-31T23:59:59.999Z'])(
  'the log has no entry of %s',
  async (text) => {
    const { status } = await browserOf(server, admin).open(
      `/admin/activity?startDate=${text}&endDate=${text}`,
    );
    expect(status).toBe(200);
  },
);

test('the side menu of a phone leads to the administration whoever may open it', async () => {
  const entriesOf = async (person: Person) => {
    const { html } = await browserOf(server, person).open('/');
    const [, menu = ''] = /<details[^>]*data-drawer[^>]*>([\s\S]*?)<\/details>/.exec(html) ?? [];
    return [...menu.matchAll(/href="(\/admin[^"]*)"/g)].map(([, href]) => href);
  };
  expect(await entriesOf(admin)).toEqual(['/admin']);
  expect(await entriesOf(await createAdministrator(server, 'super_admin'))).toEqual(['/admin']);
  expect(await entriesOf(await createPerson(server))).toEqual([]);
});

test('whoever is blocked is offered no act that would be refused', async () => {
  const person = await createPerson(server);
  const browser = browserOf(server, admin);
  const own = `/admin/users/${person.id}`;
  expect((await browser.open(own)).html).toContain(`${own}/password-link`);
  const page = await browser.open(`${own}/block`);
  const { html } = await browser.submit(page, page.form('reason'), { reason: 'Spam' });
  expect(html).toContain(`${own}/unblock`);
  expect(html).not.toContain(`${own}/password-link`);
});

test.each(LOCALES)(
  'an entry of the log is in the words of %s, and names the person by address',
  async (locale) => {
    const t = translator(locale);
    const owner = await createAdministrator(server, 'super_admin');
    const browser = await speaking(owner, locale);
    const put = { key: 'registration_enabled', value: false };
    await askApi(owner, 'PUT', '/admin/settings', put);
    await askApi(owner, 'PUT', '/admin/settings', { ...put, value: true });
    const log = await browser.open('/admin/activity?actionType=change_setting');
    const [, entry = ''] = /href="(\/admin\/activity\/[\da-f-]{36}[^"]*)"/.exec(log.html) ?? [];
    const shown = textOf((await browser.open(entry)).html);
    expect(shown).toContain(`${t('admin:detail.setting')} ${t('site:label.registration_enabled')}`);
    expect(shown).toContain(`${t('admin:detail.value')} ${t('site:off')} ${t('site:on')}`);
    expect(shown).not.toContain('registration_enabled');
    const about = await browser.open(`/admin/activity?userId=${encodeURIComponent(owner.email)}`);
    expect(textOf(about.html)).toContain(t('admin:activity.about', { name: '' }).trim());
    expect(about.form('userId').fields.userId).toBe(owner.email);
  },
);

test.each(LOCALES)(
  'the bulk acts speak of users, and the dashboard of the last backup, in %s',
  async (locale) => {
    const t = translator(locale);
    const browser = await speaking(await createAdministrator(server), locale);
    const list = await browser.open('/admin/users');
    expect(textOf(list.html)).toContain(t('admin:selectPage'));
    const chosen = await browser.open('/admin/users?select=page');
    expect(textOf(chosen.html)).toContain(t('list:selectNone'));
    const shown = textOf((await browser.open('/admin')).html);
    // Without a server of mail nothing is sent.
    expect(shown).toContain(t('admin:dashboard.written'));
    expect(shown).toContain(`${t('admin:system.backup')} ${t('common:never')}`);
  },
);

test('the room on the disk reads in the direction of the page, though it begins with a Latin unit', async () => {
  const browser = await speaking(await createAdministrator(server), 'he');
  expect((await browser.open('/admin')).html).toMatch(/<bdi dir="rtl">\u2068[\d.]+\s[A-Z]+\u2069 פנויים/);
});

test('of more than a thousand who match, the thousand who joined last can be acted on', async () => {
  const { db } = await server.database();
  const now = Date.now();
  const crowd = Array.from({ length: 1003 }, (_, place) =>
    newUser(new Date(now - place * 1000), {
      email: `crowd.${place}@example.org`,
      email_verified: 1,
      password_hash: null,
      first_name: 'Crowd',
      last_name: `${place}`,
    }),
  );
  for (const some of chunksOf(crowd)) await db.insertInto('users').values(some).execute();
  const browser = browserOf(server, admin);
  const list = await browser.open('/admin/users?search=crowd');
  expect(textOf(list.html)).toContain('The 1,000 who joined last, of all 1,003 users who match');
  const chosen = await browser.submit(list, list.form('operation'), { operation: 'block', all: '1003' });
  expect(chosen.html).toContain('<h1>Block 1,000 users?</h1>');
  expect([999, 1000].map((place) => chosen.html.includes(`crowd.${place}@`))).toEqual([true, false]);
});

async function speaking(person: Person, language: string): Promise<TextBrowser> {
  const browser = browserOf(server, person);
  await browser.post('/preferences/visit', { language }, { origin: server.url });
  return browser;
}
