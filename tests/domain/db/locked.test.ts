import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { inSnapshot, inTransaction } from '../../../src/db/transact.ts';
import { isUnavailable } from '../../../src/db/unavailable.ts';
import { addToCounter } from '../../../src/domain/rate-limits/rate-limits.queries.ts';
import { createStorage } from '../../support/databases.ts';

async function open() {
  const storage = await createStorage('sqlite');
  const database = await openDatabase(storage);
  const other = new DatabaseSync(join(storage.DATA_DIR, 'pruta.db'), { timeout: 5000 });
  onTestFinished(async () => {
    other.close();
    await database.close();
    await storage.remove();
  });
  return { ...database, other, write: () => addToCounter(database.db, 'a key', 1, 1000, 0) };
}

test('while another process writes, writes wait and reads go on', async () => {
  const { db, other, write } = await open();
  const order: string[] = [];
  const counters = () => db.selectFrom('rate_limits').selectAll().execute();
  other.exec('begin immediate');
  const writes = Promise.all([
    write().then(() => order.push('a statement')),
    inTransaction(db, (tx) => addToCounter(tx, 'another', 1, 1000, 0)).then(() =>
      order.push('a transaction'),
    ),
  ]);
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await counters()).toEqual([]);
    expect(await inSnapshot(db, (tx) => tx.selectFrom('rate_limits').selectAll().execute())).toEqual([]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  order.push('the reads');
  other.exec('commit');
  await writes;
  expect(order[0]).toBe('the reads');
  expect(await counters()).toHaveLength(2);
});

test('a lock that lasts is reported, by the write and by the health, until it ends', async () => {
  const { other, write, problem } = await open();
  other.exec('begin immediate');
  const error = await write().catch((error) => error);
  expect(isUnavailable(error)).toBe(true);
  expect(await problem()).toBe('another process holds it');
  other.exec('rollback');
  await expect.poll(problem).toBe(null);
  expect((await write()).count).toBe(1);
});

test('a full database can be read, is named by the health, and can be written again once there is room', async () => {
  const { db, write, problem } = await open();
  await write();
  await db.executeQuery(CompiledQuery.raw('pragma max_page_count = 1'));
  const big = 'x'.repeat(2_000_000);
  const fill = (value: string) =>
    inTransaction(db, async (tx) => {
      await addToCounter(tx, 'a key', 1, 1000, 0);
      await addToCounter(tx, value, 1, 1000, 0);
    });
  const error = await fill(big).catch((error) => error);
  // Not the error of a rollback that SQLite had done already.
  expect(error.message).toContain('full');
  expect(isUnavailable(error)).toBe(true);
  expect(await db.selectFrom('rate_limits').select(['key', 'count']).execute()).toEqual([
    { key: 'a key', count: 1 },
  ]);
  await db.executeQuery(CompiledQuery.raw('pragma max_page_count = 1073741823'));
  expect(await problem()).toBe(null);
  await fill(big);
  expect(await db.selectFrom('rate_limits').select('key').execute()).toHaveLength(2);
});
