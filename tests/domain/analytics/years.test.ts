import { expect, test } from 'vitest';
import { readYears } from '../../../src/domain/analytics/years.ts';
import { forAppOnSqlite } from '../../support/app.ts';
import { contextOf, createMember, record } from '../../support/members.ts';

forAppOnSqlite((testApp) => {
  test('this year is added up beside the year before, month by month', async () => {
    const member = await createMember(testApp);
    for (const [date, amount] of [
      ['2025-01-20', 100],
      ['2025-03-15', 50],
      ['2025-03-16', 7],
      ['2025-11-30', 40],
      ['2026-01-01', 30],
      ['2026-02-28', 20],
      ['2026-03-15', 80],
      ['2026-03-16', 1000],
    ] as const)
      await record(testApp, member, { amount, date });
    const context = await contextOf(testApp, member);
    const dates = { from: '2026-03-01', to: '2026-03-15' };
    const years = await readYears(context, { dates, recorded: '2025-01-01' });
    expect(years).toMatchObject({ year: 2026, spent: 13_000, before: 15_000 });
    expect(years?.change.change).toBeCloseTo(-2 / 15);
    expect(years?.months.map(({ spent }) => spent)).toEqual([
      ...[3000, 5000, 13_000],
      ...Array.from({ length: 9 }, () => null),
    ]);
    expect(years?.months.map(({ earlier }) => earlier.spent)).toEqual([
      ...[10_000, 10_000, 15_700, 15_700, 15_700, 15_700, 15_700, 15_700, 15_700, 15_700, 19_700, 19_700],
    ]);
    expect(years?.months[2]).toMatchObject({
      from: '2026-01-01',
      to: '2026-03-15',
      earlier: { from: '2025-01-01', to: '2025-03-31' },
    });
  });

  test('there is nothing to compare without a year before, and no change if it was hardly recorded', async () => {
    const member = await createMember(testApp);
    await record(testApp, member, { amount: 30, date: '2026-01-10' });
    const context = await contextOf(testApp, member);
    const dates = { from: '2026-01-01', to: '2026-03-15' };
    expect(await readYears(context, { dates, recorded: '2026-01-10' })).toBe(null);
    await record(testApp, member, { amount: 10, date: '2025-02-20' });
    const young = await readYears(context, { dates, recorded: '2025-02-20' });
    expect(young).toMatchObject({ before: 1000, change: { change: null, reason: 'records_begin_later' } });
  });
});
