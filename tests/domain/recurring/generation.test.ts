import { expect, test } from 'vitest';
import { instantOf } from '../../../src/domain/calendar.ts';
import { newOccurrence } from '../../../src/domain/recurring/generation/write-occurrences.ts';
import { forEachApp } from '../../support/app.ts';
import { createMember, keepSignedIn } from '../../support/members.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';
import { datesOf, makeTemplate } from '../../support/templates.ts';

forEachApp((testApp, engine) => {
  // It is 2026-06-15: occurrences are generated up to 2026-09-13.

  test('a template generates its transactions from its first day up to ninety days ahead', async () => {
    const member = await createMember(testApp);
    const { template, generated_count } = await makeTemplate(testApp, member, { start_date: '2026-03-31' });
    expect(await datesOf(engine, member)).toEqual([
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
    ]);
    expect(generated_count).toBe(6);
    expect(template).toMatchObject({ next_date: '2026-06-30', occurrences_count: 6, is_active: true });
    await expectStoredTotals(engine, member);
  });

  test('the ninetieth day ahead is included, the next is not', async () => {
    const member = await createMember(testApp);
    await makeTemplate(testApp, member, { start_date: '2026-09-13', interval_type: 'yearly' });
    await makeTemplate(testApp, member, { start_date: '2026-09-14', interval_type: 'yearly' });
    await makeTemplate(testApp, member, { start_date: '9999-01-01', interval_type: 'daily' });
    expect(await datesOf(engine, member)).toEqual(['2026-09-13']);
  });

  test('repeated or later generation makes no duplicates and misses nothing', async () => {
    const member = await createMember(testApp);
    await makeTemplate(testApp, member, { start_date: '2026-06-15', interval_type: 'weekly' });
    const generate = async () => {
      const path = '/transactions/generate-recurring';
      return (await testApp.call<{ generated_count: number }>('POST', path, { as: member })).data;
    };
    expect(await generate()).toEqual({ generated_count: 0 });
    const before = await datesOf(engine, member);
    testApp.setClock('2027-06-15T09:00:00.000Z');
    await keepSignedIn(engine, member);
    expect(await generate()).toEqual({ generated_count: 53 });
    expect(await generate()).toEqual({ generated_count: 0 });
    const dates = await datesOf(engine, member);
    expect(dates.slice(0, before.length)).toEqual(before);
    expect(new Set(dates).size).toBe(dates.length);
    expect(dates).toHaveLength(13 + 53);
    expect(dates.at(-1)).toBe('2027-09-13');
    await expectStoredTotals(engine, member);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });

  test('today is the local date in the time zone of the template', async () => {
    testApp.setClock('2026-06-15T10:30:00.000Z');
    const member = await createMember(testApp);
    const daily = { interval_type: 'daily', end_type: 'occurrences', max_occurrences: 1 };
    const east = await makeTemplate(testApp, member, { ...daily, timezone: 'Pacific/Kiritimati' });
    const west = await makeTemplate(testApp, member, { ...daily, timezone: 'Pacific/Pago_Pago' });
    expect([east.template.start_date, west.template.start_date]).toEqual(['2026-06-16', '2026-06-14']);
    testApp.setClock('2026-06-15T09:00:00.000Z');
  });
});

test.each([
  ['2026-03-27', '02:30', 'Asia/Jerusalem', '2026-03-27T00:30:00.000Z', '03:30'],
  ['2026-10-25', '01:30', 'Asia/Jerusalem', '2026-10-24T22:30:00.000Z', '01:30'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z', '03:30'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '01:30'],
  ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z', '02:45'],
  ['2024-03-30', '23:30', 'America/Nuuk', '2024-03-31T01:30:00.000Z', '23:30'],
])('%s at %s in %s becomes the right instant', (date, time, timezone, instant, shown) => {
  const template = { preferred_time: time, timezone, description: 'Rent', notes: null, earlier: [] };
  const made = newOccurrence(template as unknown as Parameters<typeof newOccurrence>[0], date, new Date());
  expect([made.transaction_datetime, made.time, made.date]).toEqual([instant, shown, date]);
  expect(instantOf(date, time, timezone)).toBe(instant);
});
