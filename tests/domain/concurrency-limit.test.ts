import { expect, test } from 'vitest';
import { limitConcurrency } from '../../src/domain/concurrency-limit.ts';

function heldWork() {
  let end = (_failed?: Error) => {};
  const ended = new Promise<void>((resolve, reject) => {
    end = (failed) => (failed ? reject(failed) : resolve());
  });
  return { work: () => ended, end };
}

test('work waits for a free slot, and what exceeds the queue is refused', async () => {
  const inTurn = limitConcurrency({ concurrency: 1, queued: 2, retryAfter: 7 });
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

test('failed work frees its slot for the next', async () => {
  const inTurn = limitConcurrency({ concurrency: 1, queued: 1, retryAfter: 1 });
  const first = heldWork();
  const running = inTurn(first.work);
  const next = inTurn(async () => 'done');
  first.end(new Error('broken'));
  await expect(running).rejects.toThrow('broken');
  expect(await next).toBe('done');
  expect(await inTurn(async () => 'and on')).toBe('and on');
});
