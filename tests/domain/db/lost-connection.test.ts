import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { isUnavailable } from '../../../src/db/unavailable.ts';
import { createStorage, type Storage } from '../../support/databases.ts';

let storage: Storage;
let database: Database;

beforeAll(async () => {
  storage = await createStorage('postgres');
  database = await openDatabase(storage);
});

afterAll(async () => {
  await database.close();
  await storage.remove();
});

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`;

test('a connection that is lost between two statements fails its own transaction and nothing else', async () => {
  const { db } = database;
  const lost = db.transaction().execute(async (tx) => {
    const [{ pid } = { pid: 0 }] = (await backend.execute(tx)).rows;
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    // The end of the connection arrives while no statement of it is running.
    await expect
      .poll(async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)).rows)
      .toEqual([]);
    await backend.execute(tx);
  });
  await expect(lost).rejects.toSatisfy(isUnavailable);
  expect((await backend.execute(db)).rows).toHaveLength(1);
  expect(await database.problem()).toBe(null);
});
