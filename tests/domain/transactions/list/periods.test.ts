import { expect, test } from 'vitest';
import { datesOfPeriod } from '../../../../src/domain/transactions/list/periods.ts';

test('a day is today or the one before, over the ends of months', () => {
  expect(datesOfPeriod('today', '2026-03-01', 'sunday')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
  expect(datesOfPeriod('yesterday', '2026-03-01', 'sunday')).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  });
});

test('a week begins as the person’s weeks do', () => {
  // A Sunday.
  const today = '2026-06-14';
  expect(datesOfPeriod('this-week', today, 'sunday')).toEqual({ from: '2026-06-14', to: '2026-06-20' });
  expect(datesOfPeriod('this-week', today, 'monday')).toEqual({ from: '2026-06-08', to: '2026-06-14' });
  expect(datesOfPeriod('last-week', today, 'sunday')).toEqual({ from: '2026-06-07', to: '2026-06-13' });
  expect(datesOfPeriod('last-week', today, 'monday')).toEqual({ from: '2026-06-01', to: '2026-06-07' });
});

test('months and years are whole, whatever their length', () => {
  expect(datesOfPeriod('this-month', '2028-02-10', 'sunday')).toEqual({
    from: '2028-02-01',
    to: '2028-02-29',
  });
  expect(datesOfPeriod('last-month', '2026-03-31', 'sunday')).toEqual({
    from: '2026-02-01',
    to: '2026-02-28',
  });
  expect(datesOfPeriod('last-month', '2026-01-15', 'sunday')).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  });
  expect(datesOfPeriod('this-year', '2026-07-04', 'sunday')).toEqual({
    from: '2026-01-01',
    to: '2026-12-31',
  });
});
