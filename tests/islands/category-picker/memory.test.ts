import { expect, test } from 'vitest';
import { createMemory } from '../../../src/islands/category-picker/memory.ts';

test('the cache returns the latest answers and removes the oldest', () => {
  const memory = createMemory<number>(2);
  memory.set('a', 1);
  memory.set('b', 2);
  memory.set('a', 3);
  memory.set('c', 4);
  expect([memory.get('a'), memory.get('b'), memory.get('c')]).toEqual([3, undefined, 4]);
});
