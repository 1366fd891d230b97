import { expect, test } from 'vitest';
import { createTurns } from '../../src/domain/turns.ts';

/** Work that ends when it is told to. */
function heldWork() {
  let end = (_failed?: Error) => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (failed) => (failed ? reject(failed) : resolve());
  });
  return { work: () => ended, end };
}

test('work waits its turn, and what comes beyond that is sent away', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 2, retryAfter: 7 });
  const first = heldWork();
  const order: string[] = [];
  const running = inTurn(first.work);
  const waiting = ['second', 'third'].map((name) => inTurn(async () => void order.push(name)));
  await expect(inTurn(async () => order.push('never'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    extra: { retryAfter: 7 },
  });
  expect(order).toEqual([]);
  first.end();
  await Promise.all([running, ...waiting]);
  expect(order).toEqual(['second', 'third']);
});

test('work that fails gives its place to the next', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1, retryAfter: 1 });
  const first = heldWork();
  const running = inTurn(first.work);
  const next = inTurn(async () => 'done');
  first.end(new Error('broken'));
  await expect(running).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await inTurn(async () => 'and on')).toBe('and on');
});
