import { describe, expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import type { HouseholdRow } from '../../../scripts/demo/rows.ts';
import { isDate } from '../../../src/domain/calendar.ts';
import { DEFAULT_CATEGORIES } from '../../../src/domain/categories/defaults.ts';
import { MAX_AMOUNT, MIN_AMOUNT } from '../../../src/domain/money.ts';

const today = '2026-11-20';
const rows = generateHousehold({ seed: 'tests', today });

describe('a household', () => {
  test('is the same with the same seed and day, and another with another seed', () => {
    expect(generateHousehold({ seed: 'tests', today })).toEqual(rows);
    expect(generateHousehold({ seed: 'others', today })).not.toEqual(rows);
  });

  test('has the same past a day later', () => {
    const tomorrow = generateHousehold({ seed: 'tests', today: '2026-11-21' });
    const past = (all: HouseholdRow[]) => all.filter(({ date }) => date > '2024-11-21' && date <= today);
    expect(past(tomorrow)).toEqual(past(rows));
  });

  test('gets refunds, and has each category only for its own type', () => {
    const types = new Map(DEFAULT_CATEGORIES.map(({ key, type }) => [key as string, type]));
    const refunds = rows.filter(({ description }) => /^(Refund|זיכוי): /.test(description));
    expect(refunds.length).toBeGreaterThan(4);
    expect(refunds.every(({ type, category }) => type === 'income' && category === 'refunds')).toBe(true);
    for (const { type, category } of rows) if (category) expect(types.get(category)).toBe(type);
  });

  test('has two years of history and plans ahead, oldest first', () => {
    expect(rows[0]?.date).toBe('2024-11-20');
    expect(rows.some(({ date }) => date > '2027-01-01')).toBe(true);
    const moments = rows.map(({ date, time }) => `${date} ${time}`);
    expect(moments).toEqual([...moments].sort());
  });

  test('contains only valid values', () => {
    for (const row of rows) {
      expect(isDate(row.date)).toBe(true);
      expect(row.time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(Number.isInteger(row.amount)).toBe(true);
      expect(row.amount).toBeGreaterThanOrEqual(MIN_AMOUNT);
      expect(row.amount).toBeLessThanOrEqual(MAX_AMOUNT);
      expect(row.description.length).toBeGreaterThan(0);
    }
  });
});

test.each([3, 1000, 20_001])('a large history has exactly %i rows in the last five years', (count) => {
  const rows = generateHousehold({ seed: 'tests', today, count });
  expect(rows).toHaveLength(count);
  expect(rows.every(({ date }) => date > '2021-11-20' && date <= today)).toBe(true);
});
