import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { postgresDialect } from '../../../src/db/postgres.ts';
import type { Tables } from '../../../src/db/tables.ts';
import { isUnavailable } from '../../../src/db/unavailable.ts';
import { createStorage } from '../../support/databases.ts';
import { MIGRATED } from '../../support/postgres.ts';
import { startPostgresLine } from '../../support/postgres-line.ts';

/** The most connections of a process. */
const ALL = 10;

const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`;
const all = Array.from({ length: ALL });

async function createLine() {
  const storage = await createStorage('postgres', MIGRATED);
  onTestFinished(() => storage.remove());
  const line = await startPostgresLine(storage.DATABASE_URL ?? '');
  onTestFinished(() => line.close());
  return { line, storage: { ...storage, DATABASE_URL: line.url } };
}

async function open(storage: Parameters<typeof openDatabase>[0]): Promise<Database> {
  const database = await openDatabase(storage);
  onTestFinished(() => database.close());
  return database;
}

async function occupyAll({ db }: Pick<Database, 'db'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let waiting = 0;
  const use = () =>
    db.transaction().execute(async (tx) => {
      await backend.execute(tx);
      waiting += 1;
      if (waiting === ALL) resolve();
      await promise;
      await backend.execute(tx);
    });
  await Promise.all(all.map(use));
}

test('a connection that is lost between two statements fails its own transaction and nothing else', async () => {
  const { storage } = await createLine();
  const { db, problem } = await open(storage);
  const lost = db.transaction().execute(async (tx) => {
    const [{ pid } = { pid: 0 }] = (await backend.execute(tx)).rows;
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    // The connection ends while it runs no statement.
    await expect
      .poll(async () => (await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(db)).rows)
      .toEqual([]);
    await backend.execute(tx);
  });
  await expect(lost).rejects.toSatisfy(isUnavailable);
  expect((await backend.execute(db)).rows).toHaveLength(1);
  expect(await problem()).toBe(null);
});

test.each([
  'set enable_bitmapscan', // while it is prepared
  'select pg_backend_pid',
  'begin',
  'commit',
])('connections that are lost at “%s” are replaced, however many', async (moment) => {
  const { line, storage } = await createLine();
  const database = await open(storage);
  await occupyAll(database);
  for (let round = 0; round < 3; round += 1) {
    line.cutAt(moment);
    // Idle connections end too, so that new ones are needed.
    for (let one = 0; one < ALL; one += 1) line.cutOne();
    const uses = await Promise.allSettled(
      all.map(() => database.db.transaction().execute((tx) => backend.execute(tx))),
    );
    for (const use of uses)
      expect(use).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isUnavailable) });
    line.cutAt(null);
    await occupyAll(database);
  }
  expect(await database.problem()).toBe(null);
});

test('a connection that ends during a statement is not given to the next one', async () => {
  const { storage } = await createLine();
  const { db } = await open(storage);
  for (let round = 0; round < 20; round += 1) {
    const ending = sql`select pg_terminate_backend(pg_backend_pid())`.execute(db);
    await expect(ending).rejects.toSatisfy(isUnavailable);
    expect((await backend.execute(db)).rows).toHaveLength(1);
  }
});

test('a statement that takes too long is ended by PostgreSQL, and its connection goes on', async () => {
  const { storage } = await createLine();
  const limits = { DATABASE_POOL_SIZE: 1, DATABASE_STATEMENT_TIMEOUT: 0.2 };
  const { db } = await open({ ...storage, ...limits });
  const before = (await backend.execute(db)).rows;
  await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toSatisfy(
    (error) => isUnavailable(error) && String(error).includes('statement timeout'),
  );
  // With one connection, it is the same one.
  expect(await Promise.all(all.map(async () => (await backend.execute(db)).rows))).toEqual(
    all.map(() => before),
  );
});

test('connections that fall silent are given up, and replaced', async () => {
  const { line, storage } = await createLine();
  // Long enough that on a busy machine none falls silent while the others connect.
  const maxSilence = 3000;
  const database = {
    db: new Kysely<Tables>({ dialect: postgresDialect(storage.DATABASE_URL, { maxSilence }) }),
  };
  onTestFinished(() => database.db.destroy());
  await occupyAll(database);
  line.silence();
  const uses = await Promise.allSettled(all.map(() => backend.execute(database.db)));
  for (const use of uses)
    expect(use).toMatchObject({ status: 'rejected', reason: expect.toSatisfy(isUnavailable) });
  await occupyAll(database);
});

test('a database is well although one of its connections has ended', async () => {
  const { line, storage } = await createLine();
  const database = await open(storage);
  await occupyAll(database);
  // Every connection would fail once: the health check is retried on a new one.
  line.cutAt('select 1');
  expect(await database.problem()).not.toBe(null);
  line.cutAt(null);
  for (let round = 0; round < 20; round += 1) {
    line.cutOne();
    expect(await database.problem()).toBe(null);
  }
  // When many end at once, the next one has ended too.
  line.cutAt('select 1', 2);
  expect(await database.problem()).toBe(null);
});
