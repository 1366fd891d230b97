import { beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { categoriesOf, createMember, type Member, record } from '../support/members.ts';
import { makeTemplate } from '../support/templates.ts';

const REFUSED = [{ field: 'amount', message: 'Amounts in ¥ have no decimal places' }];

forEachApp((testApp) => {
  let member: Member;

  const choose = (currency_preference: string) =>
    testApp.call('PUT', '/users/profile', { as: member, body: { currency_preference } });
  const send = (method: string, path: string, body: unknown) =>
    testApp.call(method, path, { as: member, body });

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  test('amounts in yen have no decimals, whatever records them', async () => {
    await choose('yen');
    const calls: [string, string, unknown][] = [
      ['POST', '/transactions/expense', { amount: 12.5 }],
      ['POST', '/transactions/transaction', { amount: '-0.01' }],
      ['POST', '/transactions/templates', { name: 'Rent', amount: 42.01 }],
    ];
    for (const [method, path, body] of calls) {
      const { status, error } = await send(method, path, body);
      expect([status, error?.details], path).toEqual([400, REFUSED]);
    }
    const { data } = await testApp.call<{ errors: unknown; summary: unknown }>('POST', '/transactions/bulk', {
      as: member,
      body: { transactions: [{ amount: -5 }, { amount: -5.5 }] },
    });
    expect(data).toMatchObject({
      errors: [{ index: 1, details: REFUSED }],
      summary: { successful: 1, failed: 1 },
    });
    for (const amount of [12, '1200', 12.0]) {
      expect((await send('POST', '/transactions/expense', { amount })).status).toBe(201);
    }
  });

  test('an amount from before another currency was chosen stays until it is changed', async () => {
    await choose('USD');
    const { id } = await record(testApp, member, { amount: 12.5 });
    const { template } = await makeTemplate(testApp, member, { amount: 7.25 });
    await choose('JPY');
    const expense = `/transactions/expense/${id}`;
    expect((await send('PUT', expense, { description: 'Tea', amount: 12.5 })).status).toBe(200);
    expect((await send('PUT', expense, { amount: 12.25 })).error.details).toEqual(REFUSED);
    expect((await send('PUT', expense, { amount: 13 })).status).toBe(200);
    const series = `/transactions/templates/${template.id}`;
    expect((await send('PUT', series, { name: 'Tea', amount: 7.25 })).status).toBe(200);
    expect((await send('PUT', series, { amount: 7.5 })).error.details).toEqual(REFUSED);
  });

  test('in yen, whatever is computed is whole', async () => {
    const saver = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    await testApp.call('PUT', '/users/profile', { as: saver, body: { currency_preference: 'JPY' } });
    const categories = await categoriesOf(testApp, saver);
    const category_id = categories.find(({ type }) => type === 'expense')?.id;
    for (const [month, amounts] of [
      [1, [1000, 2001]],
      [2, [1200, 2500]],
      [3, [900, 1333]],
      [4, [1111, 2222]],
      [5, [1710, 2000]],
      [6, [100, 200, 333]],
    ] as const)
      for (const amount of amounts)
        await record(testApp, saver, { amount, category_id, date: `2026-0${month}-03` });
    await makeTemplate(testApp, saver, { amount: 1000, interval_type: 'weekly' });
    const computed: string[] = [];
    const collect = (value: unknown, path: string) => {
      if (typeof value === 'object' && value !== null)
        for (const [name, inside] of Object.entries(value)) collect(inside, `${path}.${name}`);
      else if (typeof value === 'number' && /average|equivalent|forecast|slope|amount|usual/.test(path))
        computed.push(`${path} ${value}`);
    };
    for (const path of [
      '/analytics/dashboard/summary',
      '/analytics/user',
      '/categories/analytics',
      `/categories/${category_id}/analytics`,
      '/transactions/templates',
    ]) {
      const { status, data } = await testApp.call('GET', path, { as: saver });
      expect([path, status]).toEqual([path, 200]);
      collect(data, path);
    }
    expect(computed.length).toBeGreaterThan(15);
    expect(computed.filter((line) => /\.\d+$/.test(line))).toEqual([]);
  });

  test('sizes follow the currency, those of what was recorded before too, and so do their rows', async () => {
    const saver = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    const amounts = [5, 99.5, 999, 4999.99, 5000, 19_999, 250_000];
    for (const amount of amounts) await record(testApp, saver, { amount, date: '2026-06-01' });
    const distribution = async (currency_preference: string) => {
      await testApp.call('PUT', '/users/profile', { as: saver, body: { currency_preference } });
      const [analytics, insights] = [
        await testApp.call('GET', '/analytics/user', { as: saver }),
        await testApp.call('GET', '/transactions/insights', { as: saver }),
      ];
      const { spendingDistribution } = analytics.data.spending_patterns as { spendingDistribution: unknown };
      expect(insights.data.spendingDistribution).toEqual(spendingDistribution);
      return spendingDistribution;
    };
    expect(await distribution('ILS')).toEqual({ micro: 1, small: 0, medium: 1, large: 1, huge: 4 });
    expect(await distribution('JPY')).toEqual({ micro: 3, small: 1, medium: 2, large: 0, huge: 1 });
    const rows = async (amountRange: string) => {
      const path = `/transactions?amountRange=${amountRange}`;
      const { data } = await testApp.call<{ summary: { total: number } }>('GET', path, { as: saver });
      return data.summary.total;
    };
    expect([await rows('-999'), await rows('1000-4999'), await rows('5000-19999')]).toEqual([3, 1, 2]);
  });
});
