import { expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import { createDemoPerson } from '../../../scripts/demo/owner.ts';
import { householdSeries, isOfSeries, loadSeries } from '../../../scripts/demo/series.ts';
import { forEachEngine } from '../../support/databases.ts';

const now = new Date('2026-11-20T10:00:00Z');
const timezone = 'Asia/Jerusalem';

forEachEngine((engine) => {
  test('what recurs in the demo makes the payments that its bills would, once each', async () => {
    const { db } = engine;
    const userId = await createDemoPerson(db, now, 'series@example.com');
    await loadSeries(db, userId, { series: householdSeries('2024-11-20'), timezone }, now);
    const bills = generateHousehold({ seed: 'series', today: '2026-11-20' }).filter(isOfSeries);
    const made = await db
      .selectFrom('transactions')
      .select(['description', 'date'])
      .where('user_id', '=', userId)
      .where('date', '<=', '2027-02-01')
      .execute();
    const dates = (rows: { description: string; date: string }[]) =>
      rows.map(({ description, date }) => `${description} ${date}`).sort();
    const known = new Set(bills.map(({ description }) => description));
    expect(known.size).toBe(15);
    const ahead = bills.filter(({ date }) => date <= '2027-02-01');
    expect(dates(made.filter(({ description }) => known.has(description)))).toEqual(dates(ahead));
  });
});
