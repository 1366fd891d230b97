import { expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { writeCalendar } from '../../src/domain/reminders/icalendar.ts';
import { createTestApp, forAppOnSqlite } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { createMember, type Member, record } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';
import { makeTemplate } from '../support/templates.ts';

interface Feed {
  url: string;
  webcal_url: string;
  hides_amounts: boolean;
}

/** The lines of a calendar as a calendar program reads them. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n').filter(Boolean);

const eventsIn = (text: string) =>
  unfolded(text)
    .join('\n')
    .split('BEGIN:VEVENT\n')
    .slice(1)
    .map((event) => Object.fromEntries(event.split('\n').map((line) => line.split(/:(.*)/s).slice(0, 2))));

test('lines have at most 75 octets, texts are escaped, and no letter is cut', () => {
  const summary = `${'חשבון חשמל, '.repeat(20)}a;b\\c\nd`;
  const text = writeCalendar('Pruta', [
    { uid: 'a', changedAt: '2026-06-15T09:00:00.000Z', date: '2026-07-01', summary, link: 'https://x.org/a' },
  ]);
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
  const lines = text.split('\r\n');
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
  expect(text).not.toMatch(/[^\r]\n|\uFFFD/);
  expect(unfolded(text)).toContain(`SUMMARY:${'חשבון חשמל\\, '.repeat(20)}a\\;b\\\\c\\nd`);
  expect(unfolded(text)).toContain('DTSTAMP:20260615T090000Z');
  expect(unfolded(text)).toContain('DTSTART;VALUE=DATE:20260701');
});

forAppOnSqlite((testApp, engine) => {
  const limited = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });

  async function make(as: Member, body: object = {}): Promise<Feed> {
    const reply = await testApp.call<{ calendar: Feed }>('POST', '/users/calendar', { as, body });
    expect(reply.status, reply.text).toBe(201);
    return reply.data.calendar;
  }
  const fetchFeed = (url: string, from = testApp) => from.request(new URL(url).pathname);

  test('a calendar shows what is due in ninety days, and no cookie comes or goes', async () => {
    const member = await createMember(testApp);
    const { template: rent } = await makeTemplate(testApp, member, {
      name: 'Rent, flat; 2',
      description: 'Rent, flat; 2',
      amount: 4200,
      start_date: '2026-06-20',
    });
    await makeTemplate(testApp, member, { name: 'Pay', type: 'income', start_date: '2026-07-01' });
    await record(testApp, member, { description: 'Dentist', amount: 350, date: '2026-06-18' });
    await record(testApp, member, { description: 'Too late', amount: 1, date: '2026-09-14' });
    const cash = { name: 'קופה, "כסף"; 2', kind: 'cash' };
    const { data: made } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body: cash,
    });
    const to = { toAccountId: made.account.id, amount: 200, date: '2026-09-13' };
    const transfer = { fromAccountId: FIRST_ACCOUNT, ...to };
    expect((await testApp.call('POST', '/transfers', { as: member, body: transfer })).status).toBe(201);
    await record(testApp, member, { description: 'Coffee', amount: 14 });
    const card = { name: 'Visa', kind: 'credit_card', billing_day: 2 };
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: member,
      body: card,
    });
    await record(testApp, member, { description: 'Shoes', amount: 80, accountId: data.account.id });

    const feed = await make(member);
    expect(feed.webcal_url).toBe(feed.url.replace('http:', 'webcal:'));
    const response = await fetchFeed(feed.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('set-cookie')).toBeNull();
    const text = await response.text();
    const events = eventsIn(text);
    expect(events.map((event) => `${event['DTSTART;VALUE=DATE']} ${event.SUMMARY}`)).toEqual([
      '20260618 Dentist · ₪350.00',
      '20260620 Rent\\, flat\\; 2 · ₪4\\,200.00',
      '20260701 Pay · +₪10.00',
      '20260702 Visa · ₪80.00',
      '20260720 Rent\\, flat\\; 2 · ₪4\\,200.00',
      '20260801 Pay · +₪10.00',
      '20260820 Rent\\, flat\\; 2 · ₪4\\,200.00',
      '20260901 Pay · +₪10.00',
      '20260913 Transfer: Main account → קופה\\, "כסף"\\; 2 · ₪200.00',
    ]);
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
    const before = events.map(({ UID }) => UID);
    await testApp.call('POST', `/transactions/templates/${rent.id}/regenerate`, { as: member });
    expect(eventsIn(await (await fetchFeed(feed.url)).text()).map(({ UID }) => UID)).toEqual(before);
    const again = await testApp.request(new URL(feed.url).pathname, {
      headers: { 'if-none-match': (await fetchFeed(feed.url)).headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test('a calendar is in the language and the format of its person, without amounts if they want', async () => {
    const preferences = { symbol_position: 'after', decimals: 0 };
    const member = await createMember(testApp, { locale: 'he', preferences });
    await makeTemplate(testApp, member, {
      description: 'שכר דירה',
      amount: 4200,
      start_date: '2026-09-01',
    });
    const shown = await (await fetchFeed((await make(member)).url)).text();
    expect(eventsIn(shown)[0]?.SUMMARY).toBe('שכר דירה · 4\\,200\u00A0₪');
    expect(unfolded(shown)).toContain('NAME:Pruta: תשלומים קרובים');
    const hidden = await make(member, { hides_amounts: true });
    expect(hidden.hides_amounts).toBe(true);
    expect(eventsIn(await (await fetchFeed(hidden.url)).text())[0]?.SUMMARY).toBe('שכר דירה');
  });

  test('a renewed, revoked or guessed address, and one of a blocked person, is not found', async () => {
    const member = await createMember(testApp);
    const first = await make(member);
    const second = await make(member);
    const statusOf = async ({ url }: Feed) => (await fetchFeed(url)).status;
    expect(second.url).not.toBe(first.url);
    expect(await statusOf(first)).toBe(404);
    expect(await statusOf(second)).toBe(200);
    const other = await make(await createMember(testApp));
    const token = (feed: Feed) => Buffer.from(feed.url.split('/').at(-1) ?? '', 'base64url');
    const mixed = Buffer.concat([token(second).subarray(0, 16), token(other).subarray(16)]);
    expect(
      await statusOf({ ...second, url: second.url.replace(/[^/]+$/, mixed.toString('base64url')) }),
    ).toBe(404);
    for (const bad of ['x', '%00', 'a'.repeat(64)])
      expect(await statusOf({ ...second, url: second.url.replace(/[^/]+$/, bad) })).toBe(404);
    expect(testApp.logs.join('')).not.toContain(second.url.split('/').at(-1));
    await restrict(engine.db, member.id);
    expect(await statusOf(second)).toBe(404);
    const leaving = await createMember(testApp);
    const feed = await make(leaving);
    await testApp.call('DELETE', '/users/calendar', { as: leaving });
    expect(await statusOf(feed)).toBe(404);
  });

  test('the address of a calendar is stored with no key of a request', async () => {
    const member = await createMember(testApp);
    const request = { as: member, body: {}, headers: { 'idempotency-key': 'once' } };
    const { data } = await testApp.call<{ calendar: Feed }>('POST', '/users/calendar', request);
    const secret = data.calendar.url.split('/').at(-1) ?? '';
    expect(JSON.stringify(await rowsOf(engine, 'idempotency_keys', member))).not.toContain(secret.slice(-30));
  });

  test('a calendar is fetched a limited number of times', async () => {
    const feed = await make(await createMember(testApp));
    const statuses = [];
    for (let count = 0; count < 121; count += 1) statuses.push((await fetchFeed(feed.url, limited)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.at(-1)).toBe(429);
  });
});
