import { expect, test } from 'vitest';
import { partsOf } from '../../../src/domain/analytics/parts.ts';

test('weeks begin on the chosen day, and the range cuts off the first and the last', () => {
  // A Wednesday to a Tuesday.
  const dates = { from: '2026-06-03', to: '2026-06-16' };
  expect(partsOf(dates, 'weekly', 'sunday')).toEqual([
    { start: '2026-05-31', from: '2026-06-03', to: '2026-06-06' },
    { start: '2026-06-07', from: '2026-06-07', to: '2026-06-13' },
    { start: '2026-06-14', from: '2026-06-14', to: '2026-06-16' },
  ]);
  expect(partsOf(dates, 'weekly', 'monday').map(({ from }) => from)).toEqual([
    '2026-06-03',
    '2026-06-08',
    '2026-06-15',
  ]);
});

test('a single day is one week', () => {
  expect(partsOf({ from: '2026-06-06', to: '2026-06-06' }, 'weekly', 'sunday')).toHaveLength(1);
});

test('the last week of all ends with the last day', () => {
  expect(partsOf({ from: '9999-12-26', to: '9999-12-31' }, 'weekly', 'sunday').at(-1)?.to).toBe('9999-12-31');
});
