import { expect, test } from 'vitest';
import { bandAt, movedBy } from '../../../src/islands/chart/points.ts';

const ltr = { count: 3, isMirrored: false };
const rtl = { count: 3, isMirrored: true };

test.each([
  ['ArrowRight', 0, ltr, 1],
  ['ArrowRight', 2, ltr, 2],
  ['ArrowLeft', 2, ltr, 1],
  ['ArrowLeft', 0, ltr, 0],
  ['ArrowRight', 2, rtl, 1],
  ['ArrowLeft', 0, rtl, 1],
  ['ArrowUp', 0, rtl, 1],
  ['ArrowDown', 1, rtl, 0],
  ['Home', 2, rtl, 0],
  ['End', 0, ltr, 2],
  ['Tab', 1, ltr, undefined],
  ['a', 1, rtl, undefined],
])('%s at %i leads to the point beside it on the screen', (key, at, axis, to) => {
  expect(movedBy(key, at, axis)).toBe(to);
});

test.each([
  [[10, 20, 5], 0, 0],
  [[10, 20, 5], 9, 0],
  [[10, 20, 5], 10, 1],
  [[10, null, 5], 12, 2],
  [[10, 20, 5], 35, undefined],
  [[10, 20, 5], -1, undefined],
  [[], 0, undefined],
])('of %j stacked on each other, %i lies in %s', (stacks, value, band) => {
  expect(bandAt(stacks, value)).toBe(band);
});
