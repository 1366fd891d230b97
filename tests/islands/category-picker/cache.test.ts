import { expect, test } from 'vitest';
import { createCache } from '../../../src/islands/category-picker/cache.ts';

test('the cache returns the latest answers and removes the oldest', () => {
  const cache = createCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('a', 3);
  cache.set('c', 4);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([3, undefined, 4]);
});
