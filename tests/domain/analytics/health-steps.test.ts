import { describe, expect, test } from 'vitest';
import {
  type HealthFactor,
  type HealthMonth,
  healthIfSaved,
  healthOf,
} from '../../../src/domain/analytics/health.ts';
import { MOST_POINTS, stepOf } from '../../../src/domain/analytics/health-steps.ts';
import { roundedUp } from '../../../src/domain/money.ts';

/** Six months that are alike but for `changes`. */
function healthWith(changes: (index: number) => Partial<HealthMonth>) {
  const result = healthOf(
    Array.from({ length: 6 }, (_, index) => ({
      month: `2025-0${index + 1}`,
      income: 1_000_000,
      expenses: 900_000,
      count: 20,
      fixed: 300_000,
      balance: 2_700_000,
      isBalanceKnown: true,
      ...changes(index),
    })),
  );
  if (!('health' in result)) throw new Error('There is enough data.');
  return result.health;
}

function stepIn(factor: HealthFactor, changes: (index: number) => Partial<HealthMonth>) {
  const health = healthWith(changes);
  const line = health.lines.find((one) => one.factor === factor);
  return line ? stepOf(health, line) : undefined;
}

describe('the next step of a part of the score', () => {
  test('names an amount to save, and the points of all parts that it would bring', () => {
    const changes = (index: number) => ({ expenses: 990_000, fixed: 0, balance: 100_000 + index });
    const step = stepIn('savings', changes);
    expect(step?.amount).toBe(50_000);
    const health = healthWith(changes);
    expect(health.score + (step?.points ?? 0)).toBe(healthIfSaved(health, 50_000).score);
    expect(step?.points).toBeGreaterThanOrEqual(5);
  });

  test('goes no further than the most points', () => {
    expect(stepIn('savings', () => ({ expenses: 815_000 }))?.amount).toBe(15_000);
    expect(stepIn('savings', () => ({ expenses: 500_000 }))).toBeNull();
  });

  test('leads out of spending far more than comes in', () => {
    const step = stepIn('savings', () => ({ expenses: 1_500_000, fixed: 0 }));
    expect(step?.amount).toBe(350_000);
    expect(step?.points).toBeGreaterThanOrEqual(5);
  });

  test('sets aside the expenses of a month, and first ends a debt', () => {
    expect(stepIn('reserve', () => ({}))).toEqual({ points: 2, amount: 900_000 });
    expect(stepIn('reserve', () => ({ balance: -123_456 }))).toEqual({ points: 6, amount: 130_000 });
    expect(stepIn('reserve', () => ({ isBalanceKnown: false }))).toBeNull();
    expect(stepIn('reserve', () => ({ balance: 9_000_000 }))).toBeNull();
  });

  test('lowers fixed costs to the nearer limit', () => {
    expect(stepIn('fixed', () => ({ fixed: 600_000 }))).toEqual({ points: 4, amount: 100_000 });
    expect(stepIn('fixed', () => ({ fixed: 850_000 }))).toEqual({ points: 4, amount: 50_000 });
    expect(stepIn('fixed', () => ({ fixed: 0 }))).toBeNull();
  });

  test('has no amount where none decides', () => {
    expect(stepIn('shortfalls', (index) => (index === 0 ? { expenses: 1_000_001 } : {}))).toEqual({
      points: 3,
      amount: null,
    });
    expect(stepIn('volatility', (index) => ({ expenses: index % 2 === 0 ? 500_000 : 900_000 }))).toEqual({
      points: 4,
      amount: null,
    });
    expect(stepIn('trend', () => ({}))).toEqual({ points: 4, amount: null });
  });
});

test('the parts can reach 100 points together', () => {
  expect(50 + Object.values(MOST_POINTS).reduce((sum, points) => sum + points, 0)).toBe(100);
});

test.each([
  [0, 0],
  [7, 7],
  [121_345, 130_000],
  [130_000, 130_000],
  [0.1 * 1_300_000 + 1e-9, 130_000],
])('%f is rounded up to %i', (minor, rounded) => {
  expect(roundedUp(minor)).toBe(rounded);
});
