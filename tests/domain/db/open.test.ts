import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Kysely } from 'kysely';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { ROOT } from '../../../scripts/children.ts';
import { readConfig } from '../../../src/config.ts';
import { DatabaseError, openDatabase } from '../../../src/db/open.ts';
import { postgresDialect } from '../../../src/db/postgres.ts';
import { openFile } from '../../../src/db/sqlite.ts';
import { sqliteDialect } from '../../../src/db/sqlite-dialect.ts';
import type { Tables } from '../../../src/db/tables.ts';
import { withPartialFile } from '../../../src/domain/backups/folder.ts';
import { createStorage, ENGINES, type Storage } from '../../support/databases.ts';
import { freePort } from '../../support/port.ts';

const folder = mkdtempSync(join(tmpdir(), 'pruta-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(config: { DATA_DIR: string; DATABASE_URL?: string | undefined }): Promise<string> {
  const error = await openDatabase(config).then(
    () => new Error('it was opened'),
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DatabaseError);
  const { message } = error as Error;
  expect(message).not.toContain('\n');
  return message;
}

function newFolder(): string {
  return mkdtempSync(join(folder, 'data-'));
}

/** Runs as a restricted user if the tests run as root. */
async function unprivileged<Result>(work: () => Promise<Result> | Result): Promise<Result> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test.each(ENGINES)(
  'a database on %s that a newer Pruta made is left unchanged, with advice',
  async (engine) => {
    const storage = await createStorage(engine);
    onTestFinished(() => storage.remove());
    const database = await openDatabase(storage);
    await database.db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-later', timestamp: new Date().toISOString() } as never)
      .execute();
    await database.close();
    expect(await refusal(storage)).toMatch(
      /^The database .+ cannot be used: it was made by a newer Pruta; install that version or a later one\.$/,
    );
  },
);

test.each(ENGINES)('several processes on %s can start concurrently on an empty database', async (engine) => {
  const storage = await createStorage(engine);
  onTestFinished(() => storage.remove());
  const { DATA_DIR, DATABASE_URL } = storage;
  const program = `
    const { openDatabase } = await import('./src/db/open.ts');
    const database = await openDatabase(${JSON.stringify({ DATA_DIR, DATABASE_URL })});
    console.log((await database.db.selectFrom('users').selectAll().execute()).length);
    await database.close();
  `;
  const starts = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { cwd: ROOT }),
  );
  expect((await Promise.all(starts)).map(({ stdout }) => stdout)).toEqual(Array(4).fill('0\n'));
});

test.each(ENGINES)('a migration on %s that is interrupted leaves nothing behind', async (engine) => {
  const storage = await createStorage(engine);
  onTestFinished(() => storage.remove());
  const unopened = openUnmigrated(storage);
  await unopened.schema.createTable('activity').addColumn('id', 'text').execute();
  expect(await refusal(storage)).toContain('activity');
  const left = (await unopened.introspection.getTables()).map(({ name }) => name);
  await unopened.destroy();
  expect(left).toEqual(['activity']);
});

function openUnmigrated({ DATA_DIR, DATABASE_URL }: Storage): Kysely<Tables> {
  const dialect = DATABASE_URL
    ? postgresDialect(DATABASE_URL)
    : sqliteDialect(() => openFile(join(DATA_DIR, 'pruta.db')));
  return new Kysely<Tables>({ dialect });
}

test.each(ENGINES)('an open database on %s answers until it is closed', async (engine) => {
  const storage = await createStorage(engine);
  onTestFinished(() => storage.remove());
  const database = await openDatabase(storage);
  expect(await database.problem()).toBe(null);
  await database.close();
  expect(await database.problem()).toBe('it does not answer');
});

test('a process that closes a file does not hold back the writers of another one that reads', async () => {
  const DATA_DIR = newFolder();
  const program = `
    const { openDatabase } = await import('./src/db/open.ts');
    const database = await openDatabase(${JSON.stringify({ DATA_DIR })});
    process.stdout.write('open');
    process.stdin.resume().once('end', () => database.close());
  `;
  const closing = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(closing, 'exit');
  await once(closing.stdout, 'data');
  const [reader, writer] = [0, 0].map((timeout) => new DatabaseSync(join(DATA_DIR, 'pruta.db'), { timeout }));
  onTestFinished(() => {
    for (const connection of [reader, writer]) connection?.close();
  });
  reader?.exec('begin; select * from users');
  closing.stdin.end();
  let isOver = false;
  const code = ended.then(([code]) => {
    isOver = true;
    return code;
  });
  while (!isOver) {
    writer?.exec('begin immediate; update settings set key = key; commit');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await code).toBe(0);
});

test('a file that is not a database is named in the error', async () => {
  const DATA_DIR = newFolder();
  writeFileSync(join(DATA_DIR, 'pruta.db'), 'not a database, but long enough to be looked at'.repeat(40));
  const file = join(DATA_DIR, 'pruta.db');
  expect(await refusal({ DATA_DIR })).toBe(
    `The database ${file} cannot be used: the file is not a SQLite database.`,
  );
});

test('a folder in place of the file is named in the error', async () => {
  const DATA_DIR = newFolder();
  mkdirSync(join(DATA_DIR, 'pruta.db'));
  expect(await refusal({ DATA_DIR })).toContain('the file cannot be opened; is the folder writable?');
});

test('a folder that is not writable is named in the error, of the configuration or of the database', async () => {
  const DATA_DIR = newFolder();
  chmodSync(folder, 0o755);
  chmodSync(DATA_DIR, 0o555);
  await unprivileged(async () => {
    expect(() => readConfig({ DATA_DIR })).toThrow(
      `DATA_DIR ${DATA_DIR} cannot be used: it is not writable.`,
    );
    expect(() => readConfig({ DATA_DIR: join(DATA_DIR, 'new') })).toThrow('it is not writable.');
    expect(await refusal({ DATA_DIR })).toContain('the file cannot be opened; is the folder writable?');
  });
});

test('a folder of backups that is not writable is named in the error', async () => {
  const parent = newFolder();
  chmodSync(folder, 0o755);
  chmodSync(parent, 0o555);
  await unprivileged(async () => {
    for (const backups of [parent, join(parent, 'new')])
      await expect(withPartialFile(join(backups, 'pruta.db'), async () => undefined)).rejects.toThrow(
        `${backups} cannot be used: the folder is not writable.`,
      );
  });
});

test('a database file that is not writable is named in the error', async () => {
  const DATA_DIR = newFolder();
  chmodSync(folder, 0o755);
  await (await openDatabase({ DATA_DIR })).close();
  for (const [path, mode] of [
    [join(DATA_DIR, 'pruta.db'), 0o444],
    [DATA_DIR, 0o555],
  ] as const)
    chmodSync(path, mode);
  await unprivileged(async () => {
    expect(await refusal({ DATA_DIR })).toMatch(/read-only|is the folder writable/);
  });
});

test('a PostgreSQL that does not answer is named without its password', async () => {
  const port = await freePort();
  const DATABASE_URL = `postgres://pruta:Hidden-9@127.0.0.1:${port}/money`;
  expect(await refusal({ DATA_DIR: folder, DATABASE_URL })).toBe(
    `The database postgres://127.0.0.1:${port}/money cannot be used: nothing answers at that address.`,
  );
});

test('an unknown host is named in the error', async () => {
  const message = await refusal({
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://pruta:Hidden-9@no-such.invalid/money',
  });
  expect(message).toMatch(/^The database postgres:\/\/no-such\.invalid\/money cannot be used: .+\.$/);
  expect(message).not.toContain('Hidden-9');
});

test('a database that does not exist is named in the error', async () => {
  const address = new URL(inject('postgresUrl'));
  address.pathname = '/nothing_here';
  const message = await refusal({ DATA_DIR: folder, DATABASE_URL: address.href });
  expect(message).toBe(
    `The database postgres://${address.host}/nothing_here cannot be used: that database does not exist.`,
  );
});
