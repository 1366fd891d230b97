import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import type { SignedIn } from '../../src/domain/context.ts';
import { QUEUED, scan } from '../../src/domain/snapshot.ts';
import { createStorage } from '../support/databases.ts';
import { READING_THREAD } from '../support/reading-thread.ts';

test('of one person one scan runs at a time, beside those of others; too many are refused', async () => {
  const storage = await createStorage('sqlite');
  const { db, scanDb, close } = await openDatabase(storage, READING_THREAD);
  onTestFinished(async () => {
    await close();
    await storage.remove();
  });
  const personOf = (id: string) => ({ db, rootDb: db, scanDb, viewer: { id } }) as unknown as SignedIn;
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
