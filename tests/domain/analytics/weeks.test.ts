import { expect, test } from 'vitest';
import { weeksOf } from '../../../src/domain/analytics/weeks.ts';

test('weeks begin on the chosen day, and the range cuts off the first and the last', () => {
  // A Wednesday to a Tuesday.
  const dates = { from: '2026-06-03', to: '2026-06-16' };
  expect(weeksOf(dates, 'sunday')).toEqual([
    { start: '2026-05-31', from: '2026-06-03', to: '2026-06-06' },
    { start: '2026-06-07', from: '2026-06-07', to: '2026-06-13' },
    { start: '2026-06-14', from: '2026-06-14', to: '2026-06-16' },
  ]);
  expect(weeksOf(dates, 'monday').map(({ from }) => from)).toEqual([
    '2026-06-03',
    '2026-06-08',
    '2026-06-15',
  ]);
});

test('a single day is one week', () => {
  expect(weeksOf({ from: '2026-06-06', to: '2026-06-06' }, 'sunday')).toHaveLength(1);
});

test('the last week of all ends with the last day', () => {
  expect(weeksOf({ from: '9999-12-26', to: '9999-12-31' }, 'sunday').at(-1)?.to).toBe('9999-12-31');
});
