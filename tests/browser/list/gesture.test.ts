import { describe, expect, test } from 'vitest';
import { actOf, kindOf } from '../../../src/browser/list/gesture.ts';

describe('a finger on a row', () => {
  test('may still be a tap', () => {
    expect(kindOf({ x: 11, y: -11 })).toBeUndefined();
  });

  test.each([
    { x: 12, y: 0 },
    { x: -60, y: 29 },
  ])('swipes across: $x, $y', (moved) => {
    expect(kindOf(moved)).toBe('swipe');
  });

  test.each([
    { x: 0, y: 12 },
    { x: 40, y: 20 },
    { x: -40, y: -39 },
  ])('moves the page: $x, $y', (moved) => {
    expect(kindOf(moved)).toBe('scroll');
  });
});

describe('a swipe', () => {
  test('edits towards the end of the line, and deletes towards its start', () => {
    expect(actOf({ x: 50, width: 300, isRtl: false }).act).toBe('edit');
    expect(actOf({ x: -50, width: 300, isRtl: false }).act).toBe('delete');
    expect(actOf({ x: -50, width: 300, isRtl: true }).act).toBe('edit');
    expect(actOf({ x: 50, width: 300, isRtl: true }).act).toBe('delete');
  });

  test.each([
    { width: 240, distance: 96 },
    { width: 360, distance: 120 },
    { width: 1200, distance: 160 },
  ])('of a row of $width is far enough after $distance', ({ width, distance }) => {
    expect(actOf({ x: distance, width, isRtl: false }).isFar).toBe(true);
    expect(actOf({ x: -distance, width, isRtl: false }).isFar).toBe(true);
    expect(actOf({ x: distance - 1, width, isRtl: false }).isFar).toBe(false);
  });
});
