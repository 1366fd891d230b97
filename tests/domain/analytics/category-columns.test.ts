import { expect, test } from 'vitest';
import { readSpending } from '../../../src/domain/analytics/spending.ts';
import { forEachApp } from '../../support/app.ts';
import { categoriesOf, contextOf, createMember, record } from '../../support/members.ts';

forEachApp((testApp) => {
  test('the eight largest categories are drawn, and all others together', async () => {
    testApp.setClock('2026-06-15T12:00:00.000Z');
    const member = await createMember(testApp, { preferences: { timezone: 'UTC' } });
    const ids = (await categoriesOf(testApp, member)).flatMap(({ id, type }) =>
      type === 'expense' ? [id] : [],
    );
    // 10 in the first, 20 in the second …, 90 without a category.
    for (const [index, category_id] of [...ids.slice(0, 10), null].entries()) {
      const amount = category_id === null ? 90 : 10 * (index + 1);
      await record(testApp, member, { amount, category_id, date: '2026-05-31' });
    }
    await record(testApp, member, { amount: 1, category_id: ids[0], date: '2026-06-01' });
    await record(testApp, member, { amount: 7, category_id: ids[9], date: '2026-06-02' });
    const { columns } = await readSpending(await contextOf(testApp, member), {
      ...{ period: 'dates', from: '2026-05-31', to: '2026-06-02' },
      ...{ compare: 'before', recurring: 'without' },
    });
    expect(columns.step).toBe('days');
    expect(columns.bands.map(({ amounts }) => amounts)).toEqual([
      [10_000, 0, 700],
      ...[9000, 9000, 8000, 7000, 6000, 5000, 4000].map((amount) => [amount, 0, 0]),
      [1000 + 2000 + 3000, 100, 0],
    ]);
    expect(columns.bands.at(-1)).toMatchObject({ share: null, ids: [ids[2], ids[1], ids[0]] });
    expect(
      columns.bands
        .slice(1, 3)
        .map(({ ids: [id] }) => id)
        .sort(),
    ).toEqual(['', ids[8]].sort());
  });
});
