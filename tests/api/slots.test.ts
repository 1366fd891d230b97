import { beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, record } from '../support/members.ts';

const ROWS = [
  { description: 'Wolt #12', merchant_name: null, date: '2026-06-07', time: '09:59' },
  { description: 'Dinner', merchant_name: 'WOLT', date: '2026-06-08', time: '10:00' },
  { description: 'Wolt', merchant_name: 'Cinema', date: '2026-06-14', time: '23:59' },
  { description: 'Woltaire', merchant_name: null, date: '2026-05-31', time: '00:00' },
];

forEachApp((testApp) => {
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    for (const row of ROWS) await record(testApp, member, { ...row, amount: 10 });
  });

  const list = (query: string) =>
    testApp.call<{ transactions: { description: string }[]; summary: { total: number; expenses: number } }>(
      'GET',
      `/transactions?${query}`,
      { as: member },
    );

  test.each([
    ['hour=9', ['Wolt #12']],
    ['hour=0', ['Woltaire']],
    ['hour=23', ['Wolt']],
    ['weekday=0', ['Wolt', 'Wolt #12', 'Woltaire']],
    ['weekday=1', ['Dinner']],
    ['weekday=6', []],
    ['monthDay=31', ['Woltaire']],
    ['monthDay=7', ['Wolt #12']],
    ['payee=wolt', ['Dinner', 'Wolt #12']],
    ['payee=wOLT+%2399', ['Dinner', 'Wolt #12']],
    ['payee=cinema', ['Wolt']],
    ['payee=wol', []],
    ['payee=wolt&hour=10&weekday=1', ['Dinner']],
  ])('%s finds %j, with its sums', async (query, descriptions) => {
    const { data } = await list(query);
    expect(data.transactions.map(({ description }) => description).sort()).toEqual(descriptions);
    expect(data.summary).toMatchObject({ total: descriptions.length, expenses: 10 * descriptions.length });
  });

  test.each(['hour=24', 'hour=-1', 'hour=07', 'weekday=7', 'monthDay=0', 'monthDay=32', 'weekday=x'])(
    '%s is refused',
    async (query) => {
      expect(await list(query)).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } });
    },
  );
});
