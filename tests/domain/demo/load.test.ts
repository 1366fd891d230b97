import { expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import { loadTransactions } from '../../../scripts/demo/load.ts';
import { createDemoPerson, DEMO_PASSWORD } from '../../../scripts/demo/owner.ts';
import type { Db } from '../../../src/db/open.ts';
import { findUser } from '../../../src/domain/accounts/accounts.queries.ts';
import { verifyPassword } from '../../../src/domain/accounts/passwords/hash.ts';
import { forEachEngine } from '../../support/databases.ts';

const now = new Date('2026-11-20T10:00:00Z');
const rows = generateHousehold({ seed: 'load', today: '2026-11-20' });

type Sums = Record<string, { amount: number; count: number }>;

async function transactionsOf(db: Db, userId: string) {
  return db.selectFrom('transactions').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

async function sumsOfRows(db: Db, userId: string, length: number): Promise<Sums> {
  const sums: Sums = {};
  for (const { date, type, category_id, amount } of await transactionsOf(db, userId)) {
    const key = [date.slice(0, length), type, category_id ?? ''].join(' ');
    const sum = sums[key] ?? { amount: 0, count: 0 };
    sums[key] = { amount: sum.amount + amount, count: sum.count + 1 };
  }
  return sums;
}

async function keptByDay(db: Db, userId: string): Promise<Sums> {
  const totals = await db.selectFrom('daily_totals').selectAll().where('user_id', '=', userId).execute();
  return Object.fromEntries(
    totals.map(({ date, type, category_id, amount, count }) => [
      [date, type, category_id].join(' '),
      { amount, count },
    ]),
  );
}

async function keptByMonth(db: Db, userId: string): Promise<Sums> {
  const totals = await db.selectFrom('monthly_totals').selectAll().where('user_id', '=', userId).execute();
  return Object.fromEntries(
    totals.map(({ month, type, category_id, amount, count }) => [
      [month, type, category_id].join(' '),
      { amount, count },
    ]),
  );
}

forEachEngine((engine) => {
  test('totals equal the sums of the rows after two loads', async () => {
    const userId = await createDemoPerson(engine.db, now, 'totals@example.com');
    await loadTransactions(engine.db, userId, rows, now);
    await loadTransactions(engine.db, userId, rows.slice(0, 777), now);

    expect(await transactionsOf(engine.db, userId)).toHaveLength(rows.length + 777);
    expect(await keptByDay(engine.db, userId)).toEqual(await sumsOfRows(engine.db, userId, 10));
    expect(await keptByMonth(engine.db, userId)).toEqual(await sumsOfRows(engine.db, userId, 7));
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

  test('ids follow the time a transaction was created, and none is created after now', async () => {
    const userId = await createDemoPerson(engine.db, now, 'ids@example.com');
    await loadTransactions(engine.db, userId, rows, now);
    const recorded = (await transactionsOf(engine.db, userId)).map(({ created_at }) => created_at);
    expect(recorded).toEqual([...recorded].sort());
    expect(recorded.at(-1)).toBe(now.toISOString());
  });

  test('the demo person can sign in with the printed password', async () => {
    const userId = await createDemoPerson(engine.db, now, 'password@example.com');
    const user = await findUser(engine.db, userId);
    expect(user?.email_verified).toBe(1);
    expect(await verifyPassword(user?.password_hash, DEMO_PASSWORD)).toBe(true);
  });
});
