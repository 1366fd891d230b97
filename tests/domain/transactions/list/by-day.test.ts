import * as v from 'valibot';
import { beforeAll, expect, test } from 'vitest';
import { localNow, plusDays } from '../../../../src/domain/calendar.ts';
import { listByDay } from '../../../../src/domain/transactions/list/by-day.ts';
import { listSchema } from '../../../../src/domain/transactions/list/filter.ts';
import { forEachApp } from '../../../support/app.ts';
import { contextOf, createMember, type Member, record } from '../../../support/members.ts';

forEachApp((testApp) => {
  let member: Member;
  let today: string;

  beforeAll(async () => {
    member = await createMember(testApp);
    const { now, viewer } = await contextOf(testApp, member);
    today = localNow(now, viewer.preferences.timezone).date;
    const rows = [
      ...Array.from({ length: 30 }, (_, index) => ({ date: today, amount: index + 0.1, description: 'Tea' })),
      { date: plusDays(today, -1), amount: 5, description: 'Bread' },
      { date: plusDays(today, -1), amount: 100, type: 'income', description: 'Refund' },
      { date: plusDays(today, 1), amount: 7, description: 'Rent' },
    ];
    for (const row of rows.filter(({ amount }) => amount > 0)) await record(testApp, member, row);
  });

  async function list(query: Record<string, string>) {
    return listByDay(await contextOf(testApp, member), v.parse(listSchema, query));
  }

  test('a day that a page cuts has the sum of all of it, as its other part does', async () => {
    const parts = await Promise.all(['1', '2'].map((page) => list({ dateTo: today, limit: '25', page })));
    expect(parts.map(({ entries }) => entries.length)).toEqual([25, 7]);
    for (const { days } of parts) expect(days.get(today)).toMatchObject({ net: -43_800, count: 30 });
    expect([...(parts[0]?.days.keys() ?? [])]).toEqual([today]);
    expect(parts[1]?.days.get(plusDays(today, -1))).toMatchObject({ net: 9500, count: 2 });
  });

  test('under a filter a day is the sum of what matches', async () => {
    const { days, balance } = await list({ search: 'bread' });
    expect([...days]).toEqual([[plusDays(today, -1), expect.objectContaining({ net: -500, count: 1 })]]);
    expect(balance).toBe(-43_800 + 9500);
  });

  test('what is after today is summed apart, and the balance leaves it out', async () => {
    const { figures, ahead, balance } = await list({ status: 'any' });
    expect(ahead).toMatchObject({ net: -700, count: 1 });
    expect(figures.net - ahead.net).toBe(balance);
  });

  test('the balance is the same whatever dates are listed', async () => {
    const [before, after] = [plusDays(today, -1), plusDays(today, 1)];
    const ranges: Record<string, string>[] = [{ dateTo: before }, { dateTo: today }, { dateTo: after }];
    const others: typeof ranges = [
      { dateFrom: before },
      { status: 'any' },
      { status: 'upcoming' },
      { type: 'expense' },
    ];
    for (const range of [...ranges, ...others])
      expect([range, (await list(range)).balance]).toEqual([range, -43_800 + 9500]);
  });

  test('other orders have no days', async () => {
    const { days } = await list({ sort: 'amount' });
    expect(days.size).toBe(0);
  });
});
