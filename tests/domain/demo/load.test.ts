import { expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import { loadTransactions } from '../../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../../scripts/demo/owner.ts';
import type { Db } from '../../../src/db/open.ts';
import { verifyPassword } from '../../../src/domain/users/passwords/hash.ts';
import { findUser } from '../../../src/domain/users/users.queries.ts';
import { forEachEngine } from '../../support/databases.ts';
import { expectStoredTotals } from '../../support/stored-totals.ts';

const now = new Date('2026-11-20T10:00:00Z');
const rows = generateHousehold({ seed: 'load', today: '2026-11-20' });

async function transactionsOf(db: Db, userId: string) {
  return db.selectFrom('transactions').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

forEachEngine((engine) => {
  const { once } = engine;
  once('totals equal the sums of the rows after two loads', async () => {
    const userId = await createDemoPerson(engine.db, now, 'totals@example.com');
    await loadTransactions(engine.db, userId, rows, now);
    await loadTransactions(engine.db, userId, rows.slice(0, 777), now);

    expect(await transactionsOf(engine.db, userId)).toHaveLength(rows.length + 777);
    await expectStoredTotals(engine, { id: userId });
  });

  test('rows are stored as they were generated, with their instant, category and search text', async () => {
    const userId = await createDemoPerson(engine.db, now, 'rows@example.com');
    await loadTransactions(
      engine.db,
      userId,
      [
        {
          type: 'expense',
          amount: 1999,
          description: 'קפה Mit ﬁlter',
          merchant_name: 'ARÓMA',
          category: 'coffee',
          date: '2026-07-01',
          time: '08:45',
          timezone: 'Asia/Jerusalem',
          notes: null,
        },
      ],
      now,
    );
    const [row] = await transactionsOf(engine.db, userId);
    expect(row).toMatchObject({
      amount: 1999,
      transaction_datetime: '2026-07-01T05:45:00.000Z',
      created_at: '2026-07-01T05:45:00.000Z',
      search_text: 'קפה mit filter aroma',
      order_key: 'קפה mit filter',
    });
    const category = await engine.db
      .selectFrom('categories')
      .select('default_key')
      .where('user_id', '=', userId)
      .where('id', '=', row?.category_id ?? '')
      .executeTakeFirst();
    expect(category?.default_key).toBe('coffee');
  });

  once('ids follow the time a transaction was created, and none is created after now', async () => {
    const userId = await createDemoPerson(engine.db, now, 'ids@example.com');
    await loadTransactions(engine.db, userId, rows, now);
    const recorded = (await transactionsOf(engine.db, userId)).map(({ created_at }) => created_at);
    expect(recorded).toEqual([...recorded].sort());
    expect(recorded.at(-1)).toBe(now.toISOString());
  });

  once('the demo person can sign in with the printed password', async () => {
    const userId = await createDemoPerson(engine.db, now, 'password@example.com');
    const user = await findUser(engine.db, userId);
    expect(user?.email_verified).toBe(1);
    expect(await verifyPassword(user?.password_hash, DEMO_PASSWORD)).toBe(true);
  });
});
