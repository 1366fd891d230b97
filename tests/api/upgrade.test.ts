import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { openInstance } from '../../src/domain/backups/backups.ts';
import { checkTotals } from '../../src/domain/ledger/check.ts';
import { createTestApp } from '../support/app.ts';
import { createStorage, ENGINES, type Storage } from '../support/databases.ts';
import { createEarlierStorage, NOA } from '../support/earlier-database.ts';
import { admin } from '../support/host.ts';
import { record, startMemberSession } from '../support/members.ts';

const NOON = new Date('2026-06-15T12:00:00.000Z');
const COPY = 'before-upgrade-2026-06-15-120000.db';

const placeOf = ({ DATA_DIR, DATABASE_URL }: Storage) => ({
  DATA_DIR,
  DATABASE_URL,
  BACKUP_DIR: join(DATA_DIR, 'backups'),
  // Its programs may be older than the server.
  BACKUPS: DATABASE_URL ? ('off' as const) : ('on' as const),
});

async function earlier(engine: 'sqlite' | 'postgres') {
  const storage = await createEarlierStorage(engine);
  onTestFinished(() => storage.remove());
  return storage;
}

/** What this version's code reads of it, as the earlier version read it. */
const FIGURES = {
  '/transactions/balance': { income: 9120.5, expenses: 4262.9, balance: 7357.6 },
  '/accounts': {
    net_worth: 7357.6,
    accounts: [
      { name: 'Main account', balance: 7024.5, opening_balance: 2500 },
      { name: 'דולרים', balance: 175, opening_balance: 100, currency: 'USD' },
      { name: 'Card', balance: -16.9, billing_day: 10 },
      { name: 'Aside', balance: 0, in_balance: false },
    ],
  },
  '/transactions/summary?start_date=2025-12-01&end_date=2026-06-30': { net: 4857.6, count: 8 },
  '/transactions/categories/breakdown?type=expense': {
    categories: [
      { category_name: null, total_amount: 16_800, transaction_count: 5 },
      { category_name: 'Coffee', total_amount: 62.9, transaction_count: 4 },
    ],
  },
  '/budgets': { budgets: [{ amount: 40, period: 'monthly' }] },
  '/goals': { goals: [{ name: 'Bicycle', saved: 150 }] },
  '/imports': { imports: [{ file_name: 'May.csv' }] },
  '/imports/019eca82-5680-7987-bcb4-f08986f93af4/rows': {
    rows: [
      { why: null },
      { why: null },
      { state: 'skipped', why: 'A total, no transaction' },
      { state: 'error', message: expect.stringContaining('The date cannot be read') },
    ],
  },
  '/rules': { rules: [{ applied_count: 4 }] },
};

describe.each(ENGINES)('a database of an earlier version on %s', (engine) => {
  test('is migrated at start: its figures hold, and it can be written', async () => {
    const storage = await earlier(engine);
    const copies: unknown[] = [];
    const database = await openInstance(placeOf(storage), NOON, { onUpgrade: (copy) => copies.push(copy) });
    onTestFinished(() => database.close());
    expect(copies).toEqual([engine === 'sqlite' ? join(storage.DATA_DIR, 'backups', COPY) : null]);
    expect(await checkTotals(database.db)).toEqual([]);
    const testApp = createTestApp({ database });
    const { accessToken } = await startMemberSession(testApp, NOA);
    const as = { id: NOA, accessToken, refreshToken: '', email: '', password: '' };
    for (const [path, figures] of Object.entries(FIGURES))
      expect((await testApp.call('GET', path, { as })).data, path).toMatchObject(figures);
    await record(testApp, as, { amount: 100 });
    const after = await testApp.call('GET', '/transactions/balance', { as });
    expect(after.data).toMatchObject({ balance: 7257.6 });
    expect(await checkTotals(database.db)).toEqual([]);
  });

  test('is migrated by no command, which could come before its backup or beside servers of that version', async () => {
    const storage = await earlier(engine);
    const environment = { DATA_DIR: storage.DATA_DIR, DATABASE_URL: storage.DATABASE_URL };
    const refused = {
      code: 1,
      stderr: expect.stringMatching(/^The database \S+ .+: it is of an earlier version/),
    };
    expect(await admin(['users'], environment)).toMatchObject(refused);
    expect(await admin(['maintenance', 'on'], environment)).toMatchObject(refused);
    // SQLite's is checked in a copy.
    expect(await admin(['check'], environment)).toMatchObject(engine === 'sqlite' ? { code: 0 } : refused);
    const copies: unknown[] = [];
    await (await openInstance(placeOf(storage), NOON, { onUpgrade: (copy) => copies.push(copy) })).close();
    expect(copies).toHaveLength(1);
    expect(await admin(['users'], environment)).toMatchObject({ code: 0 });
  });

  test('is afterwards as a new one: no migration that was released has changed', async () => {
    const [old, fresh] = [await earlier(engine), await createStorage(engine)];
    onTestFinished(() => fresh.remove());
    const [migrated, made] = [await openDatabase(old), await openDatabase(fresh)];
    const models = await Promise.all([modelOf(migrated), modelOf(made)]);
    await Promise.all([migrated.close(), made.close()]);
    expect(models[0]).toEqual(models[1]);
    expect(models[0]?.length).toBeGreaterThan(100);
  });
});

/** Each line is a table, a column, a key or an index. */
async function modelOf({ db, engine }: Database): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{ line: string }>`select type || name || coalesce(sql, '') as line from sqlite_schema`
      : sql<{ line: string }>`
          select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
            generation_expression) as line
          from information_schema.columns where table_schema = 'public'
          union all select indexdef from pg_indexes where schemaname = 'public'
          union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          from pg_constraint where connamespace = 'public'::regnamespace
        `;
  return (await query.execute(db)).rows.map(({ line }) => line).sort();
}

test('on SQLite the copy before the upgrade is as the database was, comes back, and is not made twice', async () => {
  const storage = await earlier('sqlite');
  const place = placeOf(storage);
  const environment = { DATA_DIR: storage.DATA_DIR };
  const before = await admin(['check'], environment);
  expect(before).toMatchObject({ code: 0, stderr: expect.stringContaining('1 accounts') });
  expect(readdirSync(storage.DATA_DIR)).not.toContain('backups');
  expect((await admin(['backup'], environment)).code).toBe(0);
  await (await openInstance(place, NOON)).close();
  await (await openInstance(place, NOON)).close();
  const copies = readdirSync(place.BACKUP_DIR).filter((name) => name.startsWith('before-upgrade'));
  expect(copies).toEqual([COPY]);
  const copy = join(place.BACKUP_DIR, COPY);
  expect((await admin(['check', copy], environment)).code).toBe(0);
  expect((await admin(['backups'], environment)).stdout).toContain(COPY);
  const database = await openDatabase(storage);
  await database.db.deleteFrom('users').execute();
  await database.close();
  expect(await admin(['restore', copy], environment)).toMatchObject({ code: 0 });
  expect(await admin(['users'], environment)).toMatchObject({ stdout: expect.stringContaining('noa@') });
  expect(readdirSync(place.BACKUP_DIR).filter((name) => name.startsWith('.'))).toEqual([]);
});

test.each(ENGINES)(
  'without a place for the copy nothing is migrated on %s, and one line says why',
  async (engine) => {
    const storage = await earlier(engine);
    const blocked = join(storage.DATA_DIR, 'file');
    writeFileSync(blocked, '');
    const place = { ...placeOf(storage), BACKUP_DIR: join(blocked, 'backups'), BACKUPS: 'on' as const };
    const problem = await openInstance(place, NOON).catch((error: Error) => error.message);
    expect(problem).toMatch(
      /^The database \S+ cannot be used: it is of an earlier version, and \S+, its copy before the upgrade, could not be made(?: \(with BACKUPS=off none is\))?: .+[^.]\.$/,
    );
    const copies: unknown[] = [];
    const onUpgrade = (copy: string | null) => copies.push(copy);
    await (await openInstance({ ...placeOf(storage), BACKUPS: 'off' }, NOON, { onUpgrade })).close();
    expect(copies).toEqual([engine === 'sqlite' ? join(storage.DATA_DIR, 'backups', COPY) : null]);
  },
);

test('what a newer version has migrated is refused as that, also where migrations of this one are missing', async () => {
  const storage = await earlier('sqlite');
  const file = new DatabaseSync(join(storage.DATA_DIR, 'pruta.db'));
  file.exec(
    "insert into kysely_migration (name, timestamp) values ('9999-newer', '2099-01-01T00:00:00.000Z')",
  );
  file.close();
  const problem = await openInstance(placeOf(storage), NOON).catch((error: Error) => error.message);
  expect(problem).toMatch(
    /cannot be used: it was made by a newer Pruta; install that version or a later one\.$/,
  );
});
