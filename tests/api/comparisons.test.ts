import { beforeEach, describe, expect, test } from 'vitest';
import { readHome } from '../../src/domain/balance/home.ts';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { createTestApp, START } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { contextOf, createMember, type Member, record } from '../support/members.ts';

interface Analytics {
  insights: { trends: { growth: number | null; growth_reason: string | null } };
}

interface Row {
  date: string;
  amount: number;
  type?: 'income' | 'expense';
  category_id?: string | undefined;
}

forEachEngine((engine) => {
  const testApp = createTestApp(engine);
  let member: Member;

  /** Somebody new, on this day. */
  const on = async (date: string) => {
    testApp.setClock(`${date}T12:00:00.000Z`);
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
  };
  beforeEach(() => on(START.slice(0, 10)));

  const records = async (rows: Row[]) => {
    for (const row of rows) await record(testApp, member, { ...row });
  };
  const growth = async (query = '') => {
    const path = `/analytics/user${query}`;
    const { data } = await testApp.call<Analytics>('GET', path, { as: member });
    const { growth, growth_reason } = data.insights.trends;
    return { growth, growth_reason };
  };
  const advised = async (path: string) =>
    (
      await testApp.call<{ recommendations: { type: string }[] }>('GET', path, { as: member })
    ).data.recommendations.map(({ type }) => type);
  const home = async () => readHome(await contextOf(testApp, member));

  describe('a rent that is recorded by hand on the same day of each month', () => {
    const rents = (today: string, day: string) =>
      Array.from({ length: 8 }, (_, place) => {
        const month = plusMonths(`${today.slice(0, 8)}01`, place - 7).slice(0, 8);
        return [
          { date: `${month}${day}`, amount: 4500 },
          { date: `${month}10`, amount: 900 },
          { date: `${month}20`, amount: 900 },
        ];
      })
        .flat()
        .filter(({ date }) => date <= today);

    test.each([
      ['2026-01-30', '01'],
      ['2026-01-31', '02'],
      ['2026-03-01', '01'],
      ['2026-03-02', '28'],
      ['2026-03-30', '15'],
      ['2026-05-30', '27'],
    ])('is no increase on %s, when it is due on day %s, whatever dates are chosen', async (today, day) => {
      await on(today);
      await records(rents(today, day));
      for (const path of ['/transactions/insights', '/analytics/user'])
        expect(await advised(path), path).not.toContain('spending_increase');
      expect((await home()).attention.map(({ kind }) => kind)).not.toContain('spending');
      for (const days of [1, 7, 28, 29, 30, 31, 32, 40, 45]) {
        const found = await growth(`?start_date=${plusDays(today, 1 - days)}&end_date=${today}`);
        expect(found.growth ?? 0, `${days} days`).toBe(0);
        if (found.growth === null) expect(found.growth_reason).toMatch(/^(nothing_before|unequal_days)$/);
      }
    });

    test('does not hide an increase', async () => {
      await on('2026-01-30');
      await records([...rents('2026-01-30', '01'), { date: '2026-01-15', amount: 3000 }]);
      expect(await advised('/transactions/insights')).toContain('spending_increase');
      const found = await growth('?start_date=2026-01-01&end_date=2026-01-30');
      expect(found.growth).toBeCloseTo(3000 / 6300);
      expect((await home()).month.expenses.change).toBe(found.growth);
    });
  });
});
