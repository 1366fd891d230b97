import { describe, expect, test } from 'vitest';
import { placeAfter } from '../../../src/browser/list/cells/moves.ts';

const SIZE = { rows: 3, columns: 4, isRtl: false };
const MIDDLE = { row: 1, column: 1 };

describe('the place that a key leads to', () => {
  test.each([
    ['ArrowUp', { row: 0, column: 1 }],
    ['ArrowDown', { row: 2, column: 1 }],
    ['ArrowLeft', { row: 1, column: 0 }],
    ['ArrowRight', { row: 1, column: 2 }],
    ['Home', { row: 1, column: 0 }],
    ['End', { row: 1, column: 3 }],
  ])('%s', (key, place) => {
    expect(placeAfter(key, MIDDLE, SIZE)).toEqual(place);
  });

  test('left is ahead where lines begin at the right', () => {
    expect(placeAfter('ArrowLeft', MIDDLE, { ...SIZE, isRtl: true })).toEqual({ row: 1, column: 2 });
    expect(placeAfter('ArrowRight', MIDDLE, { ...SIZE, isRtl: true })).toEqual({ row: 1, column: 0 });
  });

  test('an edge is not left', () => {
    expect(placeAfter('ArrowUp', { row: 0, column: 0 }, SIZE)).toEqual({ row: 0, column: 0 });
    expect(placeAfter('ArrowDown', { row: 2, column: 3 }, SIZE)).toEqual({ row: 2, column: 3 });
    expect(placeAfter('ArrowRight', { row: 2, column: 3 }, SIZE)).toEqual({ row: 2, column: 3 });
  });

  test.each(['a', 'Tab', 'Enter', 'PageDown'])('%s leads nowhere', (key) => {
    expect(placeAfter(key, MIDDLE, SIZE)).toBeUndefined();
  });
});
