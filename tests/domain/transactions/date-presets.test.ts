import { expect, test } from 'vitest';
import { DATE_PRESETS, presetDate, START_PRESETS } from '../../../src/domain/transactions/date-presets.ts';

function presetsOf(today: string, weekStart: 'sunday' | 'monday') {
  return Object.fromEntries(DATE_PRESETS.map((name) => [name, presetDate(name, today, weekStart)]));
}

test('weeks and months begin with their first day, as the person’s week does', () => {
  // A Tuesday.
  expect(presetsOf('2026-03-31', 'sunday')).toEqual({
    today: '2026-03-31',
    yesterday: '2026-03-30',
    beforeYesterday: '2026-03-29',
    thisWeek: '2026-03-29',
    lastWeek: '2026-03-22',
    thisMonth: '2026-03-01',
    lastMonth: '2026-02-01',
  });
  expect(presetsOf('2026-03-31', 'monday')).toMatchObject({ thisWeek: '2026-03-30', lastWeek: '2026-03-23' });
});

test('the last month of January is December', () => {
  expect(presetDate('lastMonth', '2026-01-01', 'sunday')).toBe('2025-12-01');
});

test('what begins to repeat begins today or later', () => {
  const dates = START_PRESETS.map((name) => presetDate(name, '2026-12-31', 'sunday'));
  expect(dates).toEqual(['2026-12-31', '2027-01-01', '2027-01-01']);
});
