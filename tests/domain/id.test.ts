import { expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';

test('ids of one millisecond sort in the order in which they were made', () => {
  const now = new Date('2026-11-30T17:00:00.123Z');
  const ids = Array.from({ length: 300 }, () => newId(now));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(300);
  expect(ids[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('more ids of one millisecond than there are places stay different', () => {
  const now = new Date('2026-11-30T17:00:00.124Z');
  expect(new Set(Array.from({ length: 6000 }, () => newId(now))).size).toBe(6000);
});

test('an id of a later instant sorts after all before it', () => {
  const first = newId(new Date('2026-11-30T17:00:00.125Z'));
  expect(newId(new Date('2026-11-30T17:00:00.126Z')) > first).toBe(true);
});
