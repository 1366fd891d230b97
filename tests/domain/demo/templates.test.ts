import { expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import { createDemoPerson } from '../../../scripts/demo/owner.ts';
import { householdTemplates, isGenerated, loadTemplates } from '../../../scripts/demo/templates.ts';
import { forEachEngine } from '../../support/databases.ts';

const now = new Date('2026-11-20T10:00:00Z');
const timezone = 'Asia/Jerusalem';

forEachEngine((engine) => {
  test('the templates of the demo generate the payments of its bills once each', async () => {
    const { db } = engine;
    const userId = await createDemoPerson(db, now, 'templates@example.com');
    await loadTemplates(db, userId, { templates: householdTemplates('2024-11-20'), timezone }, now);
    const bills = generateHousehold({ seed: 'series', today: '2026-11-20' }).filter(isGenerated);
    const generated = await db
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
    expect(dates(generated.filter(({ description }) => known.has(description)))).toEqual(dates(ahead));
  });
});
