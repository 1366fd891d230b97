import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf } from '../../../src/domain/calendar.ts';
import { newOccurrence } from '../../../src/domain/recurring/generation/write-occurrences.ts';
import { createTestApp } from '../../support/app.ts';
import { onSqlite, rowsOf } from '../../support/databases.ts';
import { createMember, record } from '../../support/members.ts';
import { makeTemplate, occurrencesOf } from '../../support/templates.ts';
import { naiveInstant } from './naive-clock.ts';

// Computed with the time zone database of another system. What it is, how often, where and now; then each occurrence: its
// local date and time, and the UTC offset then.
const CASES = `
  an hour that Jerusalem skips: daily Asia/Jerusalem 2026-03-20T09:00:00.000Z
    2026-03-26T02:30+02:00 2026-03-27T03:30+03:00 2026-03-28T02:30+03:00
  an hour that is repeated in Jerusalem: daily Asia/Jerusalem 2026-10-20T09:00:00.000Z
    2026-10-24T01:30+03:00 2026-10-25T01:30+03:00 2026-10-26T01:30+02:00
  Sundays of New York, one of which lacks the hour: weekly America/New_York 2026-03-01T20:00:00.000Z
    2026-03-01T02:30-05:00 2026-03-08T03:30-04:00 2026-03-15T02:30-04:00
  ends of months in New York, into winter: monthly America/New_York 2026-09-15T20:00:00.000Z
    2026-08-31T01:30-04:00 2026-09-30T01:30-04:00 2026-10-31T01:30-04:00 2026-11-30T01:30-05:00
  29 February in London, from one leap year to the next: yearly Europe/London 2028-03-01T09:00:00.000Z
    2024-02-29T01:30+00:00 2025-02-28T01:30+00:00 2026-02-28T01:30+00:00 2027-02-28T01:30+00:00 2028-02-29T01:30+00:00
  half an hour that Lord Howe skips: daily Australia/Lord_Howe 2026-10-01T09:00:00.000Z
    2026-10-03T02:15+10:30 2026-10-04T02:45+11:00 2026-10-05T02:15+11:00
  half an hour that is repeated in Lord Howe: daily Australia/Lord_Howe 2026-04-01T09:00:00.000Z
    2026-04-04T01:45+11:00 2026-04-05T01:45+11:00 2026-04-06T01:45+10:30
  the quarter hours of Kathmandu, on the 31st: monthly Asia/Kathmandu 2026-01-30T20:00:00.000Z
    2026-01-31T00:15+05:45 2026-02-28T00:15+05:45 2026-03-31T00:15+05:45 2026-04-30T00:15+05:45
  a day that Apia never had: daily Pacific/Apia 2011-12-27T20:00:00.000Z
    2011-12-29T09:00-10:00 2011-12-30T09:00-10:00 2011-12-31T09:00+14:00
  a midnight that Santiago skips: daily America/Santiago 2026-09-01T09:00:00.000Z
    2026-09-05T00:30-04:00 2026-09-06T01:30-03:00 2026-09-07T00:30-03:00
  a midnight that Cairo skips: daily Africa/Cairo 2026-04-20T09:00:00.000Z
    2026-04-23T00:00+02:00 2026-04-24T01:00+03:00 2026-04-25T00:00+03:00
`
  .match(/\S.*\n.*/g)
  ?.map((lines) => {
    const [, name = '', interval_type = '', timezone = '', now = '', occurrences = ''] =
      /^(.*): (\w+) (\S+) (\S+)\s+(.*)$/.exec(lines) ?? [];
    const made = occurrences.split(' ');
    const [start_date = '', preferred_time = ''] = partsOf(made[0] ?? '');
    const end = /daily|weekly/.test(interval_type) && { end_type: 'occurrences', max_occurrences: 3 };
    return { name, timezone, now, template: { interval_type, start_date, preferred_time, ...end }, made };
  }) as { name: string; timezone: string; now: string; template: Record<string, unknown>; made: string[] }[];

onSqlite((engine) => {
  const testApp = createTestApp(engine);
  test.each(CASES)('$name: each occurrence has its date, time and instant', async (given) => {
    testApp.setClock(given.now);
    const { timezone } = given;
    const member = await createMember(testApp, { preferences: { timezone } });
    await makeTemplate(testApp, member, { ...given.template, timezone });
    const rows = await rowsOf(engine, 'transactions', member, 'date');
    const made = rows.map(({ date, time, transaction_datetime }) => [date, time, transaction_datetime]);
    expect(made).toEqual(given.made.map(partsOf));
    for (const row of rows) expect(row).toMatchObject({ timezone, occurrence_date: row.date });
  });

  test.each(CASES)('$name: a transaction by hand has them too, however it gets its date', async (given) => {
    testApp.setClock(given.now);
    const { timezone } = given;
    const member = await createMember(testApp, { preferences: { timezone } });
    const time = String(given.template.preferred_time);
    for (const made of given.made) {
      const [date] = partsOf(made);
      const other = { date: given.now.slice(0, 10), time, timezone };
      const { id: created } = await record(testApp, member, { date, time, timezone });
      const { id: edited } = await record(testApp, member, other);
      const { id: moved } = await record(testApp, member, other);
      const ask = (method: string, path: string, body: object) =>
        testApp.call(method, `/transactions/${path}`, { as: member, body });
      expect((await ask('PUT', `expense/${edited}`, { date })).status).toBe(200);
      const all = { transactionIds: [moved], changes: { date } };
      expect((await ask('POST', 'bulk-update', all)).status).toBe(200);
      for (const id of [created, edited, moved]) {
        const { data } = await testApp.call<{ transaction: Record<string, string> }>(
          'GET',
          `/transactions/${id}`,
          { as: member },
        );
        const { transaction } = data;
        expect([transaction.date, transaction.time, transaction.transaction_datetime]).toEqual(partsOf(made));
      }
    }
  });

  test('a skipped time that is typed for all that follows is kept for the other days', async () => {
    testApp.setClock('2026-03-20T09:00:00.000Z');
    const timezone = 'Asia/Jerusalem';
    const member = await createMember(testApp, { preferences: { timezone } });
    const end = { end_type: 'occurrences', max_occurrences: 3 };
    const day = { interval_type: 'daily', start_date: '2026-03-26', preferred_time: '02:30' };
    const rule = { ...day, ...end, timezone };
    const { template } = await makeTemplate(testApp, member, rule);
    const ids = (await occurrencesOf(engine, member, template.id)).map(({ id }) => id);
    const body = { time: '02:45', scope: 'all' };
    await testApp.call('PUT', `/transactions/expense/${ids[1]}`, { as: member, body });
    const rows = await rowsOf(engine, 'transactions', member, 'date');
    expect(rows.map(({ time }) => time)).toEqual(['02:45', '03:45', '02:45']);
  });
});

function partsOf(shown: string): string[] {
  const [date = '', time = ''] = shown.split('T');
  return [date, time.slice(0, 5), new Date(shown).toISOString()];
}

const ZONES = [
  'Asia/Jerusalem',
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Santiago',
  'Africa/Cairo',
  'America/Sao_Paulo',
  'Asia/Tehran',
];

const START = Date.parse('2005-01-01T00:00Z');
const days = fc.nat(33 * 365).map((day) => new Date(START + day * 86_400_000).toISOString().slice(0, 10));
// Clocks change at night.
const minutes = fc.oneof(fc.nat(4 * 60), fc.nat(24 * 60 - 1));

test('in any zone, on any day and at any time, reading the clock minute by minute finds the same instant', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), days, minutes, (timezone, date, minute) => {
      const time = new Date(minute * 60_000).toISOString().slice(11, 16);
      const reference = naiveInstant(date, time, timezone);
      expect(instantOf(date, time, timezone)).toBe(reference.instant);
      const template = { preferred_time: time, timezone, description: 'Rent', notes: null, earlier: [] };
      const made = newOccurrence(
        template as unknown as Parameters<typeof newOccurrence>[0],
        date,
        new Date(),
      );
      expect(made.date).toBe(date);
      expect(made.time).toBe(reference.shown.startsWith(date) ? reference.shown.slice(11) : time);
    }),
    {
      numRuns: 120,
      examples: [
        ['Pacific/Apia', '2011-12-30', 0],
        ['Pacific/Apia', '2011-12-30', 1439],
        ['America/Santiago', '2026-09-06', 0],
        ['Asia/Jerusalem', '2026-10-25', 90],
        ['America/New_York', '2026-11-01', 90],
        ['Australia/Lord_Howe', '2026-10-04', 120],
        ['Australia/Lord_Howe', '2026-04-05', 90],
        ['America/Sao_Paulo', '2017-10-15', 30],
      ],
    },
  );
});
