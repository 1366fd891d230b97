import { beforeEach, describe, expect, test } from 'vitest';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { contextOf, createMember, type Member, record } from '../support/members.ts';

interface Health {
  score: number | null;
  reason: string | null;
  message: string | null;
  factors: { factor: string; value: number | null; points: number }[];
}

forAppOnSqlite((testApp) => {
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

    test.each([
      // A refund is no income to live on.
      ['expense', 300, 20, 'little_income'],
      ['income', 3000, 4, 'little_expenses'],
    ] as const)(
      'is not judged of somebody who records one side alone: %s',
      async (type, amount, other, reason) => {
        await records(months.map((month) => ({ date: `${month}-03`, amount, type })));
        expect(await health()).toMatchObject({ score: null, reason, message: NONE });
        const otherType = type === 'expense' ? 'income' : 'expense';
        await record(testApp, member, { date: '2026-04-05', amount: other, type: otherType });
        expect(await health()).toMatchObject({ score: null, reason });
      },
    );

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
