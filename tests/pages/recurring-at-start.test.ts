import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { plusDays } from '../../src/domain/calendar.ts';
import { newId } from '../../src/domain/id.ts';
import { askApi } from '../support/ask-api.ts';
import { createStorage } from '../support/databases.ts';
import { createPerson } from '../support/people.ts';
import { startServer } from '../support/server.ts';

test.each([3, 150])('a server that starts generates the due occurrences of %i templates', async (count) => {
  const storage = await createStorage('sqlite');
  onTestFinished(() => storage.remove());
  const { DATA_DIR } = storage;
  const before = await startServer({ DATA_DIR, NODE_ROLE: 'web' });
  const rent = { name: 'Rent', amount: 10, interval_type: 'weekly' };
  await askApi(await createPerson(before), 'POST', '/transactions/templates', rent);
  await before.kill();

  const database = await openDatabase(storage);
  onTestFinished(() => database.close());
  const made = await countTransactions(database);
  await addDue(database, count);
  const server = await startServer({ DATA_DIR });
  await expect.poll(() => countTransactions(database)).toBe(made * (count + 1));
  expect(await server.stop()).toBe(0);
  expect(server.logs).not.toContain('"level":"error"');
});

async function countTransactions({ db }: Database): Promise<number> {
  return (await db.selectFrom('transactions').select('id').execute()).length;
}

/** Copies of the only template, which have generated nothing yet. */
async function addDue({ db }: Database, count: number): Promise<void> {
  const template = await db.selectFrom('templates').selectAll().executeTakeFirstOrThrow();
  const generated_until = plusDays(template.start_date, -1);
  const now = new Date();
  const rows = Array.from({ length: count }, () => ({
    ...template,
    id: newId(now),
    generated_until,
    due_at: '2020-01-01T00:00:00.000Z',
  }));
  await db.insertInto('templates').values(rows).execute();
}
