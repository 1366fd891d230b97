import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dueAfter, turnOf, workedSince } from '../../src/domain/throttle.ts';

test('work pauses for twice as long as it took where others use all of that', () => {
  expect(dueAfter(10, { now: 1000, before: 990, used: 1 })).toBe(1020);
  expect(dueAfter(10, { now: 1000, before: 990, used: 0.5 })).toBe(1010);
  expect(dueAfter(10, { now: 1000, before: 990, used: 0 })).toBe(1000);
});

test('a pause is shorter by what others had beyond their share in those before', () => {
  // They were due until 970, and the work went on at 990.
  expect(dueAfter(10, { now: 1000, before: 970, used: 1 })).toBe(1000);
  // Work that began before their share was over, as two works at once do, waits for the rest of it too.
  expect(dueAfter(10, { now: 1000, before: 1005, used: 1 })).toBe(1035);
});

test('work that nobody paused for a while does not catch up with all of that', () => {
  const latest = dueAfter(10, { now: 1000, before: 0, used: 1 });
  expect(latest).toBe(dueAfter(10, { now: 1000, before: 900, used: 1 }));
  expect(latest).toBe(970);
});

test('work that left the thread to others in between does not pause for what they did meanwhile', async () => {
  const second = () => ({ ...turnOf(), at: performance.now() - 1000 });
  expect(workedSince(second())).toBeGreaterThanOrEqual(1000);
  const started = second();
  await nextTurn();
  await nextTurn();
  expect(workedSince(started)).toBe(20);
});
