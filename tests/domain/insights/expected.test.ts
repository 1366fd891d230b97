import { expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import { analyseAll, type Recorded } from '../../../src/domain/insights/batch.ts';
import { expectedAmong, patternOf } from '../../../src/domain/insights/expected.ts';
import { transaction } from './transactions.ts';

const NOTHING = { pairs: new Set<string>(), patterns: new Set<string>() };

/** Dates of suspected duplicates of an earlier transaction. */
function suspected(rows: readonly Recorded[], noted = NOTHING): string[] {
  const isExpected = expectedAmong(rows, noted);
  return analyseAll(rows, rows, () => null, 'ILS', isExpected)
    .filter(({ duplicateOf }) => duplicateOf)
    .map(({ transaction: { date } }) => date)
    .sort();
}

const START = '2026-03-02';

/** The same at these times on each of these days after a Monday. */
const on = (days: readonly number[], times: readonly string[], changes: Partial<Recorded> = {}) =>
  days.flatMap((day) => times.map((time) => transaction({ date: plusDays(START, day), time, ...changes })));

const days = (count: number, step = 1) => Array.from({ length: count }, (_, place) => place * step);
const workdays = days(30).filter((day) => day % 7 < 5);
const BUS = { amount: 550, description: 'Bus 5' };

test.each([
  ['two bus rides a workday', on(workdays, ['08:05', '17:20'], BUS)],
  [
    'lunch at about the same time each workday',
    [
      ...on(
        workdays.filter((day) => day % 2 === 0),
        ['12:40'],
      ),
      ...on(
        workdays.filter((day) => day % 2 === 1),
        ['12:15'],
      ),
    ],
  ],
  ['a pair each week', on(days(5, 7), ['10:00', '10:05'])],
  [
    'coffee each day, and twice on some',
    [...on(days(30), ['08:00'], { amount: 1400 }), ...on([4, 11, 20, 26], ['15:00'], { amount: 1400 })],
  ],
  [
    'equal school fees of two children each month',
    on([0, 30, 61, 91], ['09:00', '09:01'], { amount: 90_000 }),
  ],
  ['a second month of such fees', on([0, 30], ['09:00', '09:01'], { amount: 90_000 })],
  [
    'fees of two children who are named by numbers',
    [
      ...on([0], ['09:00'], { description: 'School fee, child 1' }),
      ...on([0], ['09:01'], { description: 'School fee, child 2' }),
    ],
  ],
  [
    'different bus lines with one fare',
    [...on([0], ['09:00'], { description: 'Bus 18' }), ...on([0], ['09:30'], { description: 'Bus 19' })],
  ],
  [
    'fares that differ by little',
    [...on(workdays, ['08:05'], BUS), ...on(workdays, ['17:20'], { ...BUS, amount: 560 })],
  ],
  [
    'each weekend, Saturday and Sunday',
    [
      ...on(
        days(4, 7).map((day) => day + 5),
        ['18:00'],
      ),
      ...on(
        days(4, 7).map((day) => day + 6),
        ['11:00'],
      ),
    ],
  ],
])('%s is no suspicion', (_name, rows) => {
  expect(suspected(rows)).toEqual([]);
});

test.each([
  ['a single pair', on([0], ['10:00', '10:05']), [0]],
  ['a single pair among weekly ones', [...on(days(10, 7), ['10:00']), ...on([21], ['10:01'])], [21]],
  ['a single pair among daily ones', [...on(days(30), ['08:00']), ...on([12], ['08:01'])], [12]],
  ['a pair at midnight among weekly ones', [...on(days(6, 7), ['23:55']), ...on([8], ['00:05'])], [8]],
  [
    'a third ride among two a day',
    [...on(workdays, ['08:05', '17:20'], BUS), ...on([9], ['17:21'], BUS)],
    [9, 9],
  ],
  [
    'two pairs among many single ones, the first of them',
    [...on(days(8, 7), ['10:00']), ...on([7, 35], ['10:01'])],
    [7, 35],
  ],
  [
    'another amount than that which repeats',
    [...on(workdays, ['08:05', '17:20'], BUS), ...on([3], ['12:00', '12:01'], { ...BUS, amount: 9900 })],
    [3],
  ],
])('%s is one', (_name, rows, expected) => {
  expect(suspected(rows)).toEqual(expected.map((day) => plusDays(START, day)));
});

test('what has been said not to be duplicates is not suspected, nor are the next two like them', () => {
  const [one, other] = on([0], ['10:00', '10:05']) as [Recorded, Recorded];
  const next = on([40], ['10:00', '10:30'], { description: 'BREAD, #7' });
  expect(suspected([one, other])).toHaveLength(1);
  const pairs = new Set([[one.id, other.id].sort().join(' ')]);
  expect(suspected([one, other], { ...NOTHING, pairs })).toEqual([]);
  const patterns = new Set([patternOf(one, other)]);
  expect(suspected(next, { ...NOTHING, patterns })).toEqual([]);
  expect(suspected(on([40], ['10:00', '10:30'], { amount: 999 }), { ...NOTHING, patterns })).toHaveLength(1);
});
