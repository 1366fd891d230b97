import { beforeEach, describe, expect, test } from 'vitest';
import { readOverview } from '../../src/domain/analytics/overview.ts';
import type { presentSummary, presentUserAnalytics } from '../../src/domain/analytics/present.ts';
import { plusDays, plusMonths } from '../../src/domain/calendar.ts';
import { readCategoryReport } from '../../src/domain/categories/analytics/report.ts';
import { readHome } from '../../src/domain/home/read.ts';
import { forAppOnSqlite, START } from '../support/app.ts';
import { categoriesOf, contextOf, createMember, type Member, record } from '../support/members.ts';
import { makeTemplate, type Template } from '../support/templates.ts';

type Summary = ReturnType<typeof presentSummary>;
type Analytics = ReturnType<typeof presentUserAnalytics>;

interface Row {
  date: string;
  amount: number;
  type?: 'income' | 'expense';
  category_id?: string | undefined;
}

forAppOnSqlite((testApp) => {
  let member: Member;

  const on = async (date: string) => {
    testApp.setClock(`${date}T12:00:00.000Z`);
    member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
  };
  beforeEach(() => on(START.slice(0, 10)));

  const records = async (rows: Row[]) => {
    for (const row of rows) await record(testApp, member, { ...row });
  };
  const comparison = async () =>
    (await testApp.call<Summary>('GET', '/analytics/dashboard/summary', { as: member })).data
      .monthly_comparison;
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

  describe('against a time that the records have only a part of', () => {
    test('a month that only the file of a card has is not called usual', async () => {
      const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
        as: member,
        body: { name: 'Card', kind: 'credit_card', billing_day: 10 },
      });
      for (const month of ['03', '04', '05'])
        await record(testApp, member, { date: `2026-${month}-03`, amount: 20, accountId: data.account.id });
      expect((await home()).pace).toMatchObject({ pace: { months: 3 } });
      await records([
        { date: '2026-05-02', amount: 900 },
        { date: '2026-06-02', amount: 900 },
      ]);
      expect((await home()).pace).toEqual({ missingMonths: 2 });
    });

    test('no call and no page has a change, and each says why', async () => {
      const [category] = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
      await records([
        { date: '2026-05-06', amount: 10, category_id: category?.id },
        { date: '2026-05-06', amount: 100, type: 'income' },
        { date: '2026-06-02', amount: 40, category_id: category?.id },
        { date: '2026-06-12', amount: 40, category_id: category?.id },
        { date: '2026-06-12', amount: 200, type: 'income' },
      ]);
      expect(await comparison()).toEqual({
        income_change_percent: null,
        income_change_reason: 'records_begin_later',
        expense_change_percent: null,
        expense_change_reason: 'records_begin_later',
      });
      for (const query of ['?months=1', '?start_date=2026-06-02&end_date=2026-06-15'])
        expect(await growth(query), query).toEqual({ growth: null, growth_reason: 'records_begin_later' });
      for (const months of [2, 12, 24])
        expect(await growth(`?months=${months}`), `${months}`).toEqual({
          growth: null,
          growth_reason: 'nothing_before',
        });
      for (const path of ['/transactions/insights', '/analytics/user'])
        expect(await advised(path), path).not.toContain('spending_increase');
      const { month, attention } = await home();
      expect(month.expenses).toMatchObject({ change: null, reason: 'records_begin_later' });
      expect(attention.map(({ kind }) => kind)).not.toContain('spending');
      const context = await contextOf(testApp, member);
      expect(await readCategoryReport(context, category?.id ?? '', 1)).toMatchObject({ before: null });
      const period = await readOverview(context, { period: 'this-month', compare: 'before' });
      for (const { change } of period.expenses)
        expect(change).toEqual({ change: null, reason: 'records_begin_later' });
    });

    test('a tenth of its days may be missing, and no more', async () => {
      for (const [begins, change] of [
        ['2026-05-02', 50],
        ['2026-05-03', null],
      ] as const) {
        await on('2026-06-15');
        await records([
          { date: begins, amount: 100 },
          { date: '2026-06-10', amount: 150 },
        ]);
        expect((await comparison()).expense_change_percent, begins).toBe(change);
      }
    });

    test('a category that was used later than the records begin is compared', async () => {
      const [category] = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
      await records([
        ...['01', '02', '03', '04'].map((month) => ({ date: `2026-${month}-03`, amount: 10 })),
        { date: '2026-05-12', amount: 10, category_id: category?.id },
        { date: '2026-06-12', amount: 40, category_id: category?.id },
      ]);
      const report = await readCategoryReport(await contextOf(testApp, member), category?.id ?? '', 1);
      expect(report).toMatchObject({ now: { amount: 4000 }, before: { amount: 1000 } });
    });
  });

  describe('months in which nothing at all was recorded', () => {
    test('are no months without spending: records after them count as records that have just begun', async () => {
      const [category] = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
      const days = Array.from({ length: 36 }, (_, place) => plusDays('2026-05-11', place));
      await records([
        { date: '2023-05-05', amount: 300, category_id: category?.id },
        ...days.map((date) => ({ date, amount: 100, category_id: category?.id })),
      ]);
      expect(await comparison()).toMatchObject({ expense_change_reason: 'records_begin_later' });
      expect(await growth('?months=1')).toEqual({ growth: null, growth_reason: 'records_begin_later' });
      for (const path of ['/transactions/insights', '/analytics/user'])
        expect(await advised(path), path).not.toContain('spending_increase');
      const { data } = await testApp.call('GET', '/analytics/user', { as: member });
      expect(data).toMatchObject({
        forecast: { nextMonthSpending: null, confidence: null, trend: null },
        financial_health: { score: null, reason: 'few_months' },
        insights: { trends: { direction: null, slope: null, volatility: null } },
      });
      const { pace, attention, month } = await home();
      expect(pace).toEqual({ missingMonths: 3 });
      expect(month.isComparable).toBe(false);
      expect(attention.map(({ kind }) => kind)).not.toContain('spending');
      const context = await contextOf(testApp, member);
      const report = await readCategoryReport(context, category?.id ?? '', 1);
      expect(report).toMatchObject({ before: null, begins: '2026-05-11', hasGap: true });
      const path = `/categories/${category?.id}/analytics?months=24`;
      const analytics = await testApp.call('GET', path, { as: member });
      expect(analytics.data).toMatchObject({ trend: null, trend_reason: 'few_months' });
    });

    test('before the records do not change what is compared and forecast after them', async () => {
      await records([
        { date: '2025-11-05', amount: 900 },
        ...['01', '02', '03', '04', '05'].flatMap((month) => [
          { date: `2026-${month}-03`, amount: 100 },
          { date: `2026-${month}-20`, amount: 50 },
        ]),
        { date: '2026-06-03', amount: 110 },
      ]);
      expect(await comparison()).toMatchObject({ expense_change_percent: 10 });
      const { data } = await testApp.call('GET', '/analytics/user', { as: member });
      expect(data).toMatchObject({ forecast: { nextMonthSpending: 150, trend: 'stable' } });
    });
  });

  describe('a series that falls more often in one month than in the other', () => {
    const series = async (sent: Partial<Template>) => {
      await on('2026-10-30');
      await makeTemplate(testApp, member, { amount: 500, interval_type: 'weekly', interval: 1, ...sent });
      const months = ['04', '05', '06', '07', '08', '09', '10'];
      await records(months.map((month) => ({ date: `2026-${month}-05`, amount: 300 })));
    };
    const warned = async () => {
      const { attention } = await home();
      const period = await readOverview(await contextOf(testApp, member), {
        period: 'this-month',
        compare: 'before',
        by: 'months',
      });
      return [
        attention.some(({ kind }) => kind === 'spending'),
        (await advised('/analytics/user')).includes('spending_increase'),
        period.trends.hasGrown,
      ];
    };

    test.each([
      ['every week', { start_date: '2026-04-02' }],
      ['every four weeks', { start_date: '2026-04-16', interval: 4, amount: 900 }],
      ['once a year', { start_date: '2026-10-10', interval_type: 'yearly' as const, amount: 900 }],
    ])('is no increase that asks for attention: %s', async (_often, sent) => {
      await series(sent);
      expect((await home()).month.expenses.change).toBeGreaterThan(0.15);
      expect(await warned()).toEqual([false, false, false]);
    });

    test('does not hide an increase besides', async () => {
      await series({ start_date: '2026-04-02' });
      await records([{ date: '2026-10-20', amount: 600 }]);
      expect(await warned()).toEqual([true, true, true]);
    });
  });

  test('who records income alone has no forecast of spending', async () => {
    await records(
      ['01', '02', '03', '04', '05'].map((month) => ({
        date: `2026-${month}-03`,
        amount: 100,
        type: 'income' as const,
      })),
    );
    const { data } = await testApp.call('GET', '/analytics/user', { as: member });
    expect(data).toMatchObject({ forecast: { nextMonthSpending: null, range: null, confidence: null } });
  });

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
