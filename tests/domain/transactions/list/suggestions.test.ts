import { expect, test } from 'vitest';
import { readDates, readDatesWithin } from '../../../../src/domain/transactions/list/suggestions.ts';

const CALENDAR = { today: '2026-11-28', order: 'day-first', weekStart: 'sunday' } as const;

test.each([
  ['yesterday', '2026-11-27', '2026-11-27'],
  ['אתמול', '2026-11-27', '2026-11-27'],
  ['3/11', '2026-11-03', '2026-11-03'],
  ['3 November', '2026-11-03', '2026-11-03'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['בחודש שעבר', '2026-10-01', '2026-10-31'],
  ['חודש שעבר', '2026-10-01', '2026-10-31'],
  ['החודש', '2026-11-01', '2026-11-30'],
  ['this week', '2026-11-22', '2026-11-28'],
  ['last year', '2025-01-01', '2025-12-31'],
  ['בנובמבר', '2026-11-01', '2026-11-30'],
  ['December', '2025-12-01', '2025-12-31'],
  ['ינואר 2025', '2025-01-01', '2025-01-31'],
  ['2025', '2025-01-01', '2025-12-31'],
  ['3 days ago', '2026-11-25', '2026-11-25'],
])('the search %s names dates', (text, from, to) => {
  expect(readDates(text, CALENDAR)).toEqual({ from, to });
});

test('3/11 is a day of March where the month is first', () => {
  expect(readDates('3/11', { ...CALENDAR, order: 'month-first' })).toEqual({
    from: '2026-03-11',
    to: '2026-03-11',
  });
});

test.each([
  'coffee',
  'coffee yesterday',
  'last supper',
  'may contain nuts',
  '31/2',
  'month',
  'היום הולדת',
  ' ',
])('the search %s names none', (text) => expect(readDates(text, CALENDAR)).toBeNull());

test('dates beside other words leave all of them to the search', () => {
  const yesterday = { from: '2026-11-27', to: '2026-11-27' };
  expect(readDatesWithin('coffee yesterday', CALENDAR)).toEqual({ ...yesterday, search: 'coffee' });
  const many = Array.from({ length: 12 }, (_, index) => `word${index}`).join(' ');
  expect(readDatesWithin(`yesterday ${many}`, CALENDAR)).toBeNull();
});
