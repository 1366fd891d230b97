import { beforeEach, describe, expect, test } from 'vitest';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { forEachApp, START } from '../support/app.ts';
import { contextOf, createMember, type Member, record } from '../support/members.ts';

interface Health {
  score: number | null;
  reason: string | null;
  message: string | null;
  factors: { factor: string; value: number | null; points: number }[];
}

forEachApp((testApp) => {
  let member: Member;

  beforeEach(async () => {
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
  });

  const records = async (rows: { date: string; amount: number; type?: 'income' | 'expense' }[]) => {
    for (const row of rows) await record(testApp, member, { ...row });
  };

  describe('financial health', () => {
    const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];
    const health = async () =>
      (await testApp.call<{ financial_health: Health }>('GET', '/analytics/user', { as: member })).data
        .financial_health;
    const NONE = 'Not enough data to calculate financial health';

    test('is not judged of somebody who records expenses only', async () => {
      await records(months.map((month) => ({ date: `${month}-03`, amount: 300 })));
      expect(await health()).toMatchObject({ score: null, reason: 'little_income', message: NONE });
      // A refund is no income to live on.
      await record(testApp, member, { date: '2026-04-05', amount: 20, type: 'income' });
      expect(await health()).toMatchObject({ score: null, reason: 'little_income' });
    });

    test('leaves out a month without any record, and takes three of the last six', async () => {
      const both = (month: string) => [
        { date: `${month}-03`, amount: 1000, type: 'income' as const },
        { date: `${month}-04`, amount: 600 },
      ];
      await records(['2026-01', '2026-02', '2026-04'].flatMap(both));
      const { score, factors } = await health();
      expect(score).not.toBeNull();
      // 3 × 400 of 3 × 600 a month, not of 3 in five.
      expect(factors.find(({ factor }) => factor === 'reserve')).toMatchObject({ value: 2, points: 4 });
      expect(factors.find(({ factor }) => factor === 'volatility')).toMatchObject({ value: 0, points: 4 });
      testApp.setClock('2026-08-15T12:00:00.000Z');
      member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
      await records(['2026-01', '2026-02', '2026-04'].flatMap(both));
      expect(await health()).toMatchObject({ score: null, reason: 'few_months', message: NONE });
      testApp.setClock(START);
    });

    test('is not judged of somebody who records income only', async () => {
      await records(months.map((month) => ({ date: `${month}-03`, amount: 3000, type: 'income' as const })));
      expect(await health()).toMatchObject({ score: null, reason: 'little_expenses', message: NONE });
      await record(testApp, member, { date: '2026-04-05', amount: 4 });
      expect(await health()).toMatchObject({ score: null, reason: 'little_expenses' });
    });

    test('gives no points for templates and an opening balance that were never entered', async () => {
      await records(
        months.flatMap((month) => [
          { date: `${month}-03`, amount: 1000, type: 'income' as const },
          { date: `${month}-04`, amount: 1100 },
        ]),
      );
      const of = async (name: string) => (await health()).factors.find(({ factor }) => factor === name);
      expect(await of('fixed')).toEqual({ factor: 'fixed', value: null, points: 0 });
      expect(await of('reserve')).toEqual({ factor: 'reserve', value: null, points: 0 });
      await setOpeningBalance(await contextOf(testApp, member), { amount: -5000, date: '2025-12-31' });
      expect(await of('reserve')).toMatchObject({ points: -6 });
    });
  });
});
