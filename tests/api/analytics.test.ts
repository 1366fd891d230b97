import { expect, test } from 'vitest';
import { setOpeningBalance } from '../../src/domain/balance/opening-balance.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { categoriesOf, contextOf, createMember, record } from '../support/members.ts';

forAppOnSqlite((testApp) => {
  const newMember = () => createMember(testApp, { preferences: { timezone: 'UTC' } });

  test('the summary counts the last days, and compares this month with the one before', async () => {
    const member = await newMember();
    const category = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense');
    await record(testApp, member, { amount: 30, date: '2026-06-15', category_id: category?.id });
    await record(testApp, member, { amount: 10, date: '2026-05-17' });
    await record(testApp, member, { amount: 99, date: '2026-05-16' });
    await record(testApp, member, { amount: 20, date: '2026-05-15' });
    await record(testApp, member, { amount: 77, date: '2026-06-16' });
    await record(testApp, member, { type: 'income', amount: 100, date: '2026-06-01' });
    const summary = async (query: string) =>
      (await testApp.call('GET', `/analytics/dashboard/summary${query}`, { as: member })).data;
    expect(await summary('')).toEqual({
      income: 100,
      expenses: 40,
      net: 60,
      transaction_count: 3,
      average_expense: 20,
      // The records begin on 15 May: the first half of that month is unknown.
      monthly_comparison: {
        income_change_percent: null,
        income_change_reason: 'nothing_before',
        expense_change_percent: null,
        expense_change_reason: 'records_begin_later',
      },
      top_categories: [
        expect.objectContaining({ category_id: category?.id, total_amount: 30, percent: 75 }),
        expect.objectContaining({ category_id: null, total_amount: 10, percent: 25 }),
      ],
    });
    expect(await summary('?period=31')).toMatchObject({ expenses: 139, transaction_count: 4 });
    expect(await summary('?period=1')).toMatchObject({ income: 0, expenses: 30, average_expense: 30 });
  });

  test.each([
    [
      '/analytics/dashboard/summary?period=0',
      'period',
      'Period must be a whole number of days from 1 to 366',
    ],
    [
      '/analytics/dashboard/summary?period=367',
      'period',
      'Period must be a whole number of days from 1 to 366',
    ],
    ['/analytics/user?months=121', 'months', 'Months must be a whole number from 1 to 120'],
    [
      '/transactions/balance/history/monthly?months=121',
      'months',
      'Months must be a whole number from 1 to 120',
    ],
    ['/categories/analytics?months=0', 'months', 'Months must be a whole number from 1 to 60'],
    ['/transactions?hour=25', 'hour', 'Hour must be a whole number from 0 to 23'],
  ])('%s is refused, and the error names the limits', async (path, field, message) => {
    const reply = await testApp.call('GET', path, { as: await newMember() });
    expect(reply).toMatchObject({ status: 400, error: { details: [{ field, message }] } });
  });

  test('too little data gives null and says so, in the language of the request', async () => {
    const member = await newMember();
    for (const date of ['2026-04-30', '2026-05-30']) await record(testApp, member, { date });
    const reply = await testApp.call('GET', '/analytics/user', { as: member });
    expect(reply.data).toMatchObject({
      date_from: '2025-07-01',
      date_to: '2026-06-15',
      financial_health: {
        score: null,
        status: null,
        factors: [],
        message: 'Not enough data to calculate financial health',
      },
      forecast: {
        nextMonthSpending: null,
        confidence: null,
        trend: null,
        message: 'Not enough data for reliable forecast',
      },
      insights: {
        trends: { direction: null, message: 'A trend needs two complete months; one is missing.' },
      },
    });
  });

  test('a first month counts from its seventh day on, and opening balances do not begin it', async () => {
    const member = await newMember();
    const scoreOf = async () => {
      const { data } = await testApp.call<{ financial_health: { score: number | null } }>(
        'GET',
        '/analytics/user',
        { as: member },
      );
      return data.financial_health.score;
    };
    await setOpeningBalance(await contextOf(testApp, member), { amount: 10_000, date: '2026-03-01' });
    for (const date of ['2026-04-08', '2026-05-08'])
      await record(testApp, member, { type: 'income', amount: 5, date });
    for (const month of ['03', '04', '05'])
      await record(testApp, member, { amount: 1, date: `2026-${month}-08` });
    expect(await scoreOf()).toBeNull();
    await record(testApp, member, { amount: 1, date: '2026-03-07' });
    expect(await scoreOf()).not.toBeNull();
  });

  test('the advice follows each change of the transactions', async () => {
    const member = await newMember();
    const category = (await categoriesOf(testApp, member)).find(({ type }) => type === 'expense');
    const advised = async () => {
      const { data } = await testApp.call<{ recommendations: { type: string }[] }>('GET', '/analytics/user', {
        as: member,
      });
      return data.recommendations.map(({ type }) => type);
    };
    const { id } = await record(testApp, member, { amount: 30, date: '2026-06-15' });
    expect(await advised()).toEqual(['categorize_transactions']);
    expect(await advised()).toEqual(['categorize_transactions']);
    const path = `/transactions/expense/${id}`;
    await testApp.call('PUT', path, { as: member, body: { category_id: category?.id } });
    expect(await advised()).toEqual([]);
    await testApp.call('PUT', path, { as: member, body: { category_id: null } });
    expect(await advised()).toEqual(['categorize_transactions']);
  });

  test('a year of equal months is steady, and next month is the same', async () => {
    const member = await newMember();
    for (let month = 1; month <= 5; month += 1) {
      await record(testApp, member, { amount: 150, date: `2026-0${month}-03`, time: '18:20' });
      await record(testApp, member, { type: 'income', amount: 200, date: `2026-0${month}-28` });
    }
    const { data } = await testApp.call<{
      monthly_trends: { month: string; expenses: number; balance: number }[];
      financial_health: { score: number; factors: { points: number }[] };
    }>('GET', '/analytics/user?months=6', { as: member });
    expect(data.monthly_trends).toHaveLength(6);
    expect(data.monthly_trends[1]).toMatchObject({ month: '2026-02', expenses: 150, balance: 100 });
    expect(data).toMatchObject({
      spending_patterns: {
        peakHour: 18,
        peakDay: 2,
        peakMonth: '2026-01',
        ...{ peakHours: [18], peakDays: [2] },
        peakMonths: ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
        spendingDistribution: { micro: 0, small: 0, medium: 5, large: 0, huge: 0 },
      },
      forecast: {
        nextMonthSpending: 150,
        range: { low: 150, high: 150 },
        // Five months are too few for a high one.
        confidence: 'medium',
        trend: 'stable',
      },
      insights: { trends: { direction: 'stable', slope: 0, volatility: 0, growth: null } },
    });
    const { score, factors } = data.financial_health;
    expect(factors).toHaveLength(7);
    expect(factors.reduce((sum, { points }) => sum + points, 0)).toBe(score);
  });

  test('what a recurring template takes over from single rows is forecast once', async () => {
    const member = await newMember();
    for (const month of ['01', '02', '03', '04', '05', '06']) {
      await record(testApp, member, {
        amount: 4800,
        date: `2026-${month}-15`,
        description: 'Standing order',
      });
      await record(testApp, member, { amount: 90, date: `2026-${month}-15`, description: 'Shop' });
      // The same amount on another day is no rent.
      await record(testApp, member, { amount: 99.9, date: `2026-${month}-03`, description: 'Shoes' });
    }
    const phone = { name: 'Phone', amount: 99.9, type: 'expense', interval_type: 'monthly' };
    for (const body of [
      { ...phone, name: 'Rent', amount: 4800, start_date: '2026-07-16' },
      { ...phone, start_date: '2026-07-20' },
    ])
      expect((await testApp.call('POST', '/transactions/templates', { as: member, body })).status).toBe(201);
    const { data } = await testApp.call('GET', '/analytics/user?months=6', { as: member });
    expect(data).toMatchObject({ forecast: { nextMonthSpending: 5089.8 } });
  });

  test('a trend is of whole months, from the first transaction on', async () => {
    const member = await newMember();
    for (const [date, amount] of [
      ['2026-02-01', 100],
      ['2026-03-10', 100],
      ['2026-04-20', 150],
      ['2026-05-31', 150],
      ['2026-06-01', 7],
    ])
      await record(testApp, member, { date, amount });
    const trends = async (query: string) =>
      (
        await testApp.call<{ insights: { trends: unknown } }>('GET', `/analytics/user?${query}`, {
          as: member,
        })
      ).data.insights.trends;
    const rising = { direction: 'increasing', slope: 20.83, volatility: 0.2 };
    expect(await trends('months=12')).toMatchObject(rising);
    expect(await trends('months=5')).toMatchObject(rising);
    expect(await trends('start_date=2026-01-15&end_date=2026-06-10')).toMatchObject(rising);
    // One complete month has no direction.
    expect(await trends('start_date=2026-03-11&end_date=2026-05-30')).toMatchObject({
      direction: null,
      slope: null,
      volatility: null,
    });
  });

  test('any number of months is compared with as many whole months, up to the same day', async () => {
    const member = await newMember();
    for (const [date, amount] of [
      ['2026-05-01', 100],
      ['2026-05-28', 400],
      ['2026-06-01', 150],
    ])
      await record(testApp, member, { date, amount });
    const { insights } = (
      await testApp.call<{ insights: { trends: unknown } }>('GET', '/analytics/user?months=1', { as: member })
    ).data;
    expect(insights.trends).toMatchObject({ growth: 0.5 });
  });

  test('months are counted back from the last date, and dates that make no period are refused', async () => {
    const member = await newMember();
    await record(testApp, member, { date: '2026-06-01', amount: 1 });
    const ask = (query: string) =>
      testApp.call<Record<string, unknown>>('GET', `/analytics/user?${query}`, { as: member });
    expect((await ask('months=2&end_date=2026-01-31')).data).toMatchObject({
      date_from: '2025-12-01',
      date_to: '2026-01-31',
    });
    expect(await ask('start_date=2026-03-02&end_date=2026-03-01')).toMatchObject({ status: 400 });
    expect(await ask('start_date=2027-01-01')).toMatchObject({ status: 400 });
  });

  test('a period that begins before anything can have been entered is not longer for it', async () => {
    const member = await newMember();
    await record(testApp, member, { date: '2026-06-01', amount: 1 });
    const { data } = await testApp.call<{ date_from: string; monthly_trends: unknown[] }>(
      'GET',
      '/analytics/user?start_date=0001-01-01',
      { as: member },
    );
    expect(data.monthly_trends.length).toBeLessThan(70);
    expect(data.date_from > '2020-01-01').toBe(true);
  });

  test('dates count before months, and nothing after today', async () => {
    const member = await newMember();
    await record(testApp, member, { amount: 5, date: '2026-03-10' });
    await record(testApp, member, { amount: 7, date: '2026-06-20' });
    const { data } = await testApp.call<{ monthly_trends: { month: string; expenses: number }[] }>(
      'GET',
      '/analytics/user?months=1&start_date=2026-03-10&end_date=2026-07-01',
      { as: member },
    );
    expect(data).toMatchObject({ date_from: '2026-03-10', date_to: '2026-06-15' });
    expect(data.monthly_trends.map(({ month, expenses }) => [month, expenses])).toEqual([
      ['2026-03', 5],
      ['2026-04', 0],
      ['2026-05', 0],
      ['2026-06', 0],
    ]);
  });

  test.each(['user?months=0', 'user?start_date=2026-02-30', 'dashboard/summary?period=367'])(
    '%s is refused',
    async (path) => {
      const reply = await testApp.call('GET', `/analytics/${path}`, { as: await newMember() });
      expect(reply).toMatchObject({ status: 400, error: { code: 'VALIDATION_ERROR' } });
    },
  );
});
