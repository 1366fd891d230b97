import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import { loadTransactions } from '../../../scripts/demo/load.ts';
import { createDemoPerson } from '../../../scripts/demo/owner.ts';
import { search } from '../../../src/db/migrations/0002-search.ts';
import { searchRecords } from '../../../src/db/migrations/0010-search-records.ts';
import { longRows } from '../../../src/db/migrations/0012-long-rows.ts';
import { forEachEngine } from '../../support/databases.ts';
import { expectedIndex, readIndex } from '../search/written-index.ts';

const now = new Date('2026-11-20T10:00:00Z');
const TABLES = ['search_words', 'search_trigrams', 'search_postings', 'search_totals'] as const;

forEachEngine((engine) => {
  test('transactions from before the index are in it after the upgrade', async () => {
    const rows = generateHousehold({ seed: 'before', today: '2026-11-20' });
    const people = [
      await createDemoPerson(engine.db, now, 'one@example.com'),
      await createDemoPerson(engine.db, now, 'two@example.com'),
    ];
    const [one = '', two = ''] = people;
    await loadTransactions(engine.db, one, rows, now);
    await loadTransactions(engine.db, two, rows.slice(0, 2100), now);
    const kept = await Promise.all(people.map((person) => readIndex(engine.db, person)));

    for (const table of TABLES) await engine.db.schema.dropTable(table).execute();
    const db = engine.db as unknown as Kysely<unknown>;
    await search((table) => (engine.name === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table)).up(db);
    await searchRecords.up(db);
    if (engine.name === 'sqlite') await longRows.up(db);

    for (const [place, person] of people.entries()) {
      const filled = await readIndex(engine.db, person);
      expect(filled).toEqual(await expectedIndex(engine.db, person));
      expect(filled).toEqual(kept[place]);
    }
  });
});
