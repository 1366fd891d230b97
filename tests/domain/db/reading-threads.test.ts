import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Kysely, sql, type Transaction } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/db/open.ts';
import { readingDialect } from '../../../src/db/reading-threads.ts';
import type { Tables } from '../../../src/db/tables.ts';
import { inSnapshot } from '../../../src/db/transact.ts';
import { createStorage } from '../../support/databases.ts';
import { READING_THREAD } from '../../support/programs.ts';

async function openFile() {
  const storage = await createStorage('sqlite');
  const database = await openDatabase(storage, READING_THREAD);
  onTestFinished(async () => {
    await database.close();
    await storage.remove();
  });
  return { ...database, folder: storage.DATA_DIR };
}

const countTo = (most: number) => sql<{ counted: number }>`
  with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${most})
  select count(*) as counted from numbers
`;

test('while one statement reads for long, others are answered', async () => {
  const { scanDb, problem } = await openFile();
  const order: string[] = [];
  const scan = countTo(2_000_000)
    .execute(scanDb)
    .then(({ rows }) => order.push(`counted ${rows[0]?.counted}`));
  await new Promise((resolve) => setImmediate(resolve));
  if ((await problem()) === null) order.push('answered');
  await scan;
  expect(order).toEqual(['answered', 'counted 2000000']);
});

test('more reads than there are threads take turns, and each gets its own answer', async () => {
  const { scanDb } = await openFile();
  const counted = Array.from({ length: 12 }, async (_, place) => {
    const { rows } = await inSnapshot(scanDb, (tx) => countTo(place + 1).execute(tx));
    return rows[0]?.counted;
  });
  expect(await Promise.all(counted)).toEqual(Array.from({ length: 12 }, (_, place) => place + 1));
});

test('a statement that fails says why, and the next one is answered', async () => {
  const { scanDb } = await openFile();
  for (let time = 0; time < 4; time += 1) {
    const failing = inSnapshot(scanDb, (tx) => sql`select anything from nowhere`.execute(tx));
    await expect(failing).rejects.toMatchObject({ message: 'no such table: nowhere', errcode: 1 });
  }
  expect((await countTo(3).execute(scanDb)).rows).toEqual([{ counted: 3 }]);
});

test('nothing can be written where is read', async () => {
  const { scanDb } = await openFile();
  const writing = scanDb.deleteFrom('users').execute();
  await expect(writing).rejects.toThrow('attempt to write a readonly database');
});

test('a closed database is one file, whatever was read last', async () => {
  const storage = await createStorage('sqlite');
  onTestFinished(() => storage.remove());
  const database = await openDatabase(storage, READING_THREAD);
  await countTo(3).execute(database.scanDb);
  await database.close();
  expect(readdirSync(storage.DATA_DIR)).toEqual(['pruta.db']);
});

test('a process with nothing else to do closes the database before it ends', async () => {
  const storage = await createStorage('sqlite');
  onTestFinished(() => storage.remove());
  const node = spawn(process.execPath, ['tests/support/closing-node.ts'], {
    env: { ...process.env, DATA_DIR: storage.DATA_DIR },
    stdio: 'inherit',
  });
  expect(await once(node, 'exit')).toEqual([0, null]);
  expect(readdirSync(storage.DATA_DIR)).toEqual(['pruta.db']);
});

/** Threads that answer with the statement, and end at `end`. */
function echo() {
  const program = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ sql }) => sql === 'end' ? process.exit(3) : parentPort.postMessage({ rows: [sql] }));
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const db = new Kysely({ dialect: readingDialect(url, '') });
  onTestFinished(() => db.destroy());
  return { db, url };
}

/** A transaction that occupies a thread until released; meanwhile it can end the thread. */
async function occupy(db: Kysely<unknown>) {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: occupied, resolve: occupies } = Promise.withResolvers<Transaction<Tables>>();
  const over = inSnapshot(db as never, async (tx) => {
    await sql`go`.execute(tx);
    occupies(tx);
    await held;
  });
  const tx = await occupied;
  return {
    endThread: () => sql`end`.execute(tx).catch(() => undefined),
    release() {
      release();
      return over;
    },
  };
}

test('a read that waits has its turn before later ones, even where a thread ends', async () => {
  const { db } = echo();
  const [one, other] = [await occupy(db), await occupy(db)];
  const order: string[] = [];
  const read = (name: string) => sql`go`.execute(db).then(() => order.push(name));
  const waiting = read('waiting');
  await other.endThread();
  const later = occupy(db);
  await other.release();
  await (await later).release();
  await one.release();
  await read('last');
  expect(order).toEqual(['waiting', 'last']);
  await waiting;
});

test('where no thread can be started, what waits for it fails too', async () => {
  const { db, url } = echo();
  const { href } = url;
  const [one, other] = [await occupy(db), await occupy(db)];
  const waiting = sql`go`.execute(db).then(
    () => 'answered',
    ({ code }) => code,
  );
  await other.endThread();
  url.href = 'http://127.0.0.1/';
  await other.release();
  expect(await waiting).toBe('ERR_INVALID_URL_SCHEME');
  url.href = href;
  await one.release();
  expect((await sql`go on`.execute(db)).rows).toEqual(['go on']);
});

test('what waits when the database is closed fails, and no thread is started for it', async () => {
  const { db } = echo();
  const busy = [await occupy(db), await occupy(db)];
  const waiting = sql`go`.execute(db).then(
    () => 'answered',
    ({ message }) => message,
  );
  await db.destroy();
  await Promise.all(busy.map(({ release }) => release()));
  expect(await waiting).toBe('The database is closed.');
});

test('a thread that ends fails what it was asked, and another takes its place', async () => {
  const { db } = echo();
  for (let time = 0; time < 4; time += 1) {
    const ending = inSnapshot(db as never, (tx) => sql`end`.execute(tx));
    await expect(ending).rejects.toThrow('The reading thread has ended.');
  }
  expect((await sql`go on`.execute(db)).rows).toEqual(['go on']);
});
