import { describe, expect, test } from 'vitest';
import {
  DUPLICATE_ABOVE,
  duplicateRisk,
  likeness,
  possibleDuplicates,
} from '../../../src/domain/insights/duplicates.ts';
import { transaction } from './transactions.ts';

test.each([
  ['Bread', 'bread', 1],
  ['Bread & milk', 'bread,  milk', 1],
  ['קפה', 'קפה', 1],
  ['ＣＡＦＥ', 'cafe', 1],
  ['', '', 0],
  ['!', '?', 0],
  ['a', 'a', 1],
  ['a', 'b', 0],
  ['Bread', 'Bus', 0],
  ['night', 'nacht', 0.25],
  ['aaaa', 'aa', 0.5],
])('%j and %j are alike to %d', (one, other, expected) => {
  expect(likeness(one, other)).toBe(expected);
  expect(likeness(other, one)).toBe(expected);
});

describe('the risk of a duplicate', () => {
  const one = transaction({ merchant_name: 'Bakery' });

  test.each([
    ['the same again', {}, 1],
    ['another merchant', { merchant_name: 'Zoo' }, 0.7],
    ['another description', { description: 'Zoo' }, 0.7],
    ['another amount', { amount: 5_000 }, 0.6],
    ['an amount that differs by a tenth', { amount: 1_125 }, 0.6],
    ['an amount that differs by half a tenth', { amount: 1_200 }, 0.84],
    ['nothing alike', { amount: 9, description: 'Zoo', merchant_name: 'Kiosk' }, 0],
    ['another type', { type: 'income' as const }, 0],
  ])('%s', (_name, changes, risk) => {
    const other = transaction({ merchant_name: 'Bakery', ...changes });
    expect(duplicateRisk(one, other)).toBe(risk);
    expect(duplicateRisk(other, one)).toBe(risk);
  });

  test.each([
    ['2026-06-10', '12:00', 1],
    ['2026-06-11', '11:59', 1],
    ['2026-06-11', '12:00', 0],
    ['2026-06-09', '12:01', 1],
    ['2026-06-09', '12:00', 0],
  ])('the same on %s at %s, with noon of the 10th: %d', (date, time, risk) => {
    expect(duplicateRisk(transaction(), transaction({ date, time }))).toBe(risk);
  });

  test('a day has 24 hours across the ends of months and years', () => {
    const late = transaction({ date: '2025-12-31', time: '23:50' });
    expect(duplicateRisk(late, transaction({ date: '2026-01-01', time: '00:10' }))).toBe(1);
  });

  test('a payee matches the description of a transaction without one', () => {
    const named = transaction({ description: 'Aroma', merchant_name: null });
    expect(duplicateRisk(named, transaction({ description: 'Aroma', merchant_name: 'Aroma' }))).toBe(1);
    expect(duplicateRisk(named, transaction({ description: 'Lunch', merchant_name: 'Aroma' }))).toBe(0.7);
  });

  test('occurrences of one recurring template are never duplicates, those of two may be', () => {
    const rent = transaction({ template_id: 'rent' });
    expect(duplicateRisk(rent, transaction({ template_id: 'rent' }))).toBe(0);
    expect(duplicateRisk(rent, transaction({ template_id: 'other' }))).toBe(1);
    expect(duplicateRisk(rent, transaction())).toBe(1);
  });
});

test('a risk of exactly 0.8 is not yet a possible duplicate', () => {
  const one = transaction({ amount: 10_000 });
  const [eight, more] = [transaction({ amount: 9_500 }), transaction({ amount: 9_501 })];
  expect(duplicateRisk(one, eight)).toBe(DUPLICATE_ABOVE);
  expect(possibleDuplicates(one, [eight])).toEqual([]);
  expect(duplicateRisk(one, more)).toBe(0.8);
  const most = transaction({ amount: 9_600 });
  expect(possibleDuplicates(one, [eight, most])).toEqual([most]);
});

test('the likeliest comes first, then the newest', () => {
  const one = transaction();
  const alike = transaction({ description: 'Breads' });
  const [early, late] = [transaction({ time: '09:00' }), transaction({ time: '11:00' })];
  expect(possibleDuplicates(one, [alike, early, late])).toEqual([late, early, alike]);
});
