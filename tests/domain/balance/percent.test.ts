import { expect, test } from 'vitest';
import { percentOf } from '../../../src/domain/balance/summarise.ts';

test.each([
  [0.12345, 12.35],
  [-0.5, -50],
  [-0.000_01, 0],
])('a share of %d is %d percent, and never −0', (share, percent) => {
  expect(percentOf(share)).toBe(percent);
});
