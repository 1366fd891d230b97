import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import type { Engine } from '../../src/db/tables.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { QUEUED, readMany, scan } from '../../src/domain/snapshot.ts';
import { createStorage, ENGINES } from '../support/databases.ts';
import { READING_THREAD } from '../support/programs.ts';

async function open(engine: Engine) {
  const storage = await createStorage(engine);
  const { db, scanDb, problem, close } = await openDatabase(storage, READING_THREAD);
  onTestFinished(async () => {
    await close();
    await storage.remove();
  });
  const personOf = (id: string, isAbandoned = () => false) =>
    ({ db, rootDb: db, scanDb, viewer: { id }, isAbandoned }) as unknown as SignedIn;
  return { personOf, problem };
}

test('of one person one scan runs at a time, beside those of others; too many are refused', async () => {
  const { personOf } = await open('sqlite');
  const order: string[] = [];
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const first = scan(personOf('one'), async () => {
    await held;
    order.push('the first of one');
  });
  const others = Array.from({ length: QUEUED }, () =>
    scan(personOf('one'), async () => void order.push('later')),
  );
  await expect(scan(personOf('one'), async () => undefined)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    extra: { retryAfter: 5 },
  });
  await scan(personOf('other'), async () => void order.push('the other'));
  expect(order).toEqual(['the other']);
  end();
  await Promise.all([first, ...others]);
  expect(order).toEqual(['the other', 'the first of one', ...Array(QUEUED).fill('later')]);
});

test('of one person one read of many rows runs at a time, beside their scan and those of others', async () => {
  const { personOf } = await open('sqlite');
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const reads = Array.from({ length: 3 }, () => readMany(personOf('one'), () => held));
  expect(await scan(personOf('other'), async () => 'scanned')).toBe('scanned');
  expect(await readMany(personOf('other'), async () => 'read')).toBe('read');
  expect(await scan(personOf('one'), async () => 'scanned')).toBe('scanned');
  end();
  await Promise.all(reads);
});

test('a scan whose client leaves while it waits is not run', async () => {
  const { personOf } = await open('sqlite');
  const order: string[] = [];
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const first = scan(personOf('one'), () => held);
  let hasLeft = false;
  const abandoned = scan(
    personOf('one', () => hasLeft),
    async () => void order.push('the abandoned'),
  );
  const next = scan(personOf('one'), async () => void order.push('the next'));
  hasLeft = true;
  end();
  await expect(abandoned).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
  await Promise.all([first, next]);
  expect(order).toEqual(['the next']);
});

test.each(ENGINES)('on %s the scans of many people leave connections to other answers', async (engine) => {
  const { personOf, problem } = await open(engine);
  const { promise: held, resolve: end } = Promise.withResolvers<void>();
  const scans = Array.from({ length: 20 }, (_, place) => scan(personOf(`${place}`), () => held));
  const settled = Promise.allSettled(scans);
  await new Promise((resolve) => setImmediate(resolve));
  const result = await problem();
  end();
  expect(result).toBe(null);
  expect((await settled).map(({ status }) => status)).toEqual(Array(20).fill('fulfilled'));
});
