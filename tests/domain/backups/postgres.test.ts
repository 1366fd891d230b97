import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { makeBackup, restoreBackup } from '../../../src/domain/backups/backups.ts';
import { createTestApp } from '../../support/app.ts';
import { createStorage } from '../../support/databases.ts';
import { admin } from '../../support/host.ts';
import { createMember, record } from '../../support/members.ts';

const storage = await createStorage('postgres');
const url = storage.DATABASE_URL ?? '';
const database = await openDatabase(storage);
const instance = createTestApp(
  { database },
  { environment: { DATA_DIR: storage.DATA_DIR, DATABASE_URL: url } },
);
const { config } = instance.app;
const now = instance.app.clock();
afterAll(async () => {
  await storage.remove();
});

function versionOfTool(): number {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

async function rowsOf(statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

async function versionOfServer(): Promise<number> {
  const [row] = (await rowsOf('show server_version_num')) as { server_version_num: string }[];
  return Math.floor(Number(row?.server_version_num) / 10_000);
}

const transactions = () => rowsOf('select id, amount::text, date from transactions order by id');

test('without the programs it is said in one line, and nothing is left behind', async () => {
  const path = process.env.PATH;
  process.env.PATH = '/nowhere';
  try {
    await expect(makeBackup(config, { now, file: join(storage.DATA_DIR, 'none.dump') })).rejects.toThrow(
      'pg_dump is not on the PATH: install the client programs of PostgreSQL',
    );
  } finally {
    process.env.PATH = path;
  }
  expect(existsSync(join(storage.DATA_DIR, 'none.dump'))).toBe(false);
});

test('the stored totals are checked in the database itself', async () => {
  const member = await createMember(instance);
  await record(instance, member);
  const environment = { DATA_DIR: storage.DATA_DIR, DATABASE_URL: url };
  expect((await admin(['check', '--user', member.id], environment)).code).toBe(0);
  await database.db.updateTable('daily_totals').set({ count: 5 }).where('user_id', '=', member.id).execute();
  const { code, stdout } = await admin(['check'], environment);
  expect([code, stdout]).toEqual([
    1,
    `${member.id}: daily_totals: 2026-06-10 expense uncategorized: count is 5, the transactions have 1\n`,
  ]);
});

test('where the schema has tables of others, nothing is replaced', async () => {
  await rowsOf('create table their_table (id int)');
  try {
    await expect(restoreBackup(config, 'any.dump', { now })).rejects.toThrow(
      "has tables that are not Pruta's: their_table",
    );
  } finally {
    await rowsOf('drop table their_table');
  }
  await expect(restoreBackup(config, 'any.dump', { now })).rejects.toThrow('stop all nodes');
});

test('by the programs of the server or later ones it is backed up and restored; otherwise it is said why not', async () => {
  const member = await createMember(instance);
  await record(instance, member);
  const [tool, server] = [versionOfTool(), await versionOfServer()];
  if (tool < server) {
    await database.close();
    const reason =
      tool === 0 ? 'pg_dump is not on the PATH' : /^pg_dump \S+ is older than the .* server, \S+:/;
    await expect(makeBackup(config, { now })).rejects.toThrow(reason);
    expect(readdirSync(config.BACKUP_DIR)).toEqual([]);
    return;
  }
  const before = await transactions();
  const { file, people } = await makeBackup(config, { now });
  expect(people).toBe(2);
  await record(instance, member, { description: 'After the backup' });
  const after = await transactions();
  await expect(restoreBackup(config, file, { now })).rejects.toThrow('stop all nodes');
  await database.close();

  const cut = join(storage.DATA_DIR, 'cut.dump');
  writeFileSync(cut, '');
  await expect(restoreBackup(config, cut, { now })).rejects.toThrow();
  expect(await transactions()).toEqual(after);

  // The previous test has left a wrong total.
  await expect(restoreBackup(config, file, { now })).rejects.toThrow(
    '1 of its stored totals are not the sums',
  );
  expect(await transactions()).toEqual(after);
  const moved = join(storage.DATA_DIR, 'moved.dump');
  copyFileSync(file, moved);
  await expect(restoreBackup(config, moved, { now })).rejects.toThrow(
    '1 of its stored totals are not the sums',
  );
  expect(await transactions()).toEqual(after);
  const accepting = { now, acceptDifferences: true };
  const { safety } = await restoreBackup(config, file, accepting);
  expect(await transactions()).toEqual(before);
  await restoreBackup(config, safety, accepting);
  expect(await transactions()).toEqual(after);
  truncateSync(file, 20_000);
  await expect(restoreBackup(config, file, { now })).rejects.toThrow();
  expect(await transactions()).toEqual(after);
  expect(await rowsOf('select * from sessions')).toEqual([]);
});
