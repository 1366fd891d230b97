import { expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import { readFacets, readGenerated } from '../../../src/domain/ledger/read-facets.ts';
import { forAppOnSqlite } from '../../support/app.ts';
import { contextOf, createMember } from '../../support/members.ts';

const DATES = { from: '2026-05-10', to: '2026-06-15' };
const DAYS = 37;
const DAILY = [
  { amount: 5, preferred_time: '08:00' },
  { amount: 15, preferred_time: '08:30' },
  { amount: 2000, preferred_time: '21:00' },
  { amount: 120_000, preferred_time: '23:59' },
];

forAppOnSqlite((testApp) => {
  test('what recurs arrives as sums, a few however many rows there are', async () => {
    const member = await createMember(testApp);
    for (const series of DAILY)
      await testApp.call('POST', '/transactions/templates', {
        as: member,
        body: {
          ...{ name: 'Daily', type: 'expense', interval_type: 'daily', start_date: '2026-05-01' },
          ...series,
        },
      });
    const context = await contextOf(testApp, member);
    const { days, facets } = await readGenerated(context, DATES);

    const sum = 12_202_000;
    expect(days.toSorted((one, other) => (one.date < other.date ? -1 : 1))).toEqual(
      Array.from({ length: DAYS }, (_, day) => ({
        date: plusDays(DATES.from, day),
        type: 'expense',
        amount: sum,
        count: DAILY.length,
      })),
    );
    const stored = await readFacets(context, DATES, ['hour', 'size', 'weekday']);
    expect(facets).toHaveLength(3 + 4 + 7);
    expect(new Set(facets)).toEqual(new Set(stored));
  });
});
