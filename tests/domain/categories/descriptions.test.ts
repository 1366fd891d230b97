import { expect, test } from 'vitest';
import { commonPayees, readDescriptions } from '../../../src/domain/categories/analytics/descriptions.ts';
import { forAppOnSqlite } from '../../support/app.ts';
import { categoriesOf, contextOf, createMember, record } from '../../support/members.ts';

const sum = (description: string, amount: number, count: number, merchant_name: string | null = null) => ({
  category_id: 'tea',
  ...{ description, merchant_name, amount, count },
});

test('payees that are alike are one, named as most often; the most frequent come first', () => {
  expect(
    commonPayees(
      [
        sum('Lunch', 300, 1, 'Wolt 70707'),
        sum('WOLT', 100, 2),
        sum('Bread', 900, 3),
        sum('Tea', 50, 3),
        sum('Rare', 10, 1),
      ],
      3,
    ),
  ).toEqual([
    { key: 'bread', name: 'Bread', amount: 900, count: 3 },
    { key: 'wolt', name: 'WOLT', amount: 400, count: 3 },
    { key: 'tea', name: 'Tea', amount: 50, count: 3 },
  ]);
});

forAppOnSqlite((testApp) => {
  test('whole days are read from the latest on, as long as there is not too much to pass over', async () => {
    const member = await createMember(testApp);
    const [tea, other] = (await categoriesOf(testApp, member)).filter(({ type }) => type === 'expense');
    for (const date of ['2026-06-01', '2026-06-05', '2026-06-10'])
      for (const category of [tea, tea, other])
        await record(testApp, member, { date, category_id: category?.id, amount: 2, description: date });
    await record(testApp, member, { date: '2026-06-03', category_id: other?.id });
    const context = await contextOf(testApp, member);
    const read = async (most: number) => {
      const dates = { from: '2026-05-01', to: '2026-06-15' };
      const { from, described } = await readDescriptions(context, tea?.id ?? '', dates, most);
      return [from, described.map(({ description, count, amount }) => [description, count, amount]).sort()];
    };
    const rows = ['2026-06-01', '2026-06-05', '2026-06-10'].map((date) => [date, 2, 400]);
    expect(await read(9)).toEqual(['2026-05-01', rows]);
    expect(await read(8)).toEqual(['2026-06-05', rows.slice(1)]);
    expect(await read(1)).toEqual(['2026-06-10', rows.slice(2)]);
    expect(await readDescriptions(context, tea?.id ?? '', { from: '2026-06-02', to: '2026-06-04' })).toEqual({
      from: '2026-06-02',
      described: [],
    });
  });
});
