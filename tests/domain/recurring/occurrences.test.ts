import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import { monthlyEquivalent } from '../../../src/domain/recurring/schedule/frequency.ts';
import {
  countBefore,
  nextOccurrence,
  occurrencesBetween,
  occurrencesFrom,
  type RecurrenceRule,
} from '../../../src/domain/recurring/schedule/occurrence-dates.ts';
import { anyRule, naiveOccurrences } from './naive-calendar.ts';

function rule(changes: Partial<RecurrenceRule> & { start_date: string }): RecurrenceRule {
  return {
    interval_type: 'monthly',
    interval: 1,
    day_of_month: Number(changes.start_date.slice(8)),
    day_of_week: new Date(`${changes.start_date}T00:00Z`).getUTCDay(),
    end_type: 'never',
    end_date: null,
    max_occurrences: null,
    ...changes,
  };
}

const first = (given: RecurrenceRule, count: number) => {
  const dates = occurrencesFrom(given, given.start_date);
  return Array.from({ length: count }, () => dates.next().value);
};

describe('occurrences', () => {
  test('are the same as those found by checking every day', () => {
    fc.assert(
      fc.property(anyRule, fc.nat(1200), fc.nat(900), (given, later, length) => {
        const from = plusDays(given.start_date, later - 30);
        const to = plusDays(from, length);
        const walked = naiveOccurrences(given, to);
        expect(occurrencesBetween(given, from, to)).toEqual(walked.filter((date) => date >= from));
        expect(countBefore(given, from)).toBe(walked.filter((date) => date < from).length);
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    [{ interval_type: 'daily', interval: 365, start_date: '2026-01-01' }, ['2026-01-01', '2027-01-01']],
    [{ interval_type: 'weekly', start_date: '2026-06-15', day_of_week: 0 }, ['2026-06-21', '2026-06-28']],
    [{ interval_type: 'weekly', interval: 2, start_date: '2026-06-15' }, ['2026-06-15', '2026-06-29']],
    [{ interval: 2, start_date: '2026-06-15', day_of_month: 10 }, ['2026-07-10', '2026-09-10']],
    [{ interval: 13, start_date: '2026-12-31' }, ['2026-12-31', '2028-01-31']],
  ] as const)('%j begin on the first fitting day and go on in whole intervals', (given, expected) => {
    expect(first(rule(given), 2)).toEqual(expected);
  });

  test('are computed thousands of years ahead and end with the year 9999', () => {
    expect(nextOccurrence(rule({ start_date: '2024-01-31' }), '9999-02-01')).toBe('9999-02-28');
    expect(nextOccurrence(rule({ start_date: '9999-12-31' }), '9999-12-31')).toBe('9999-12-31');
    expect(first(rule({ start_date: '9999-12-31' }), 2)).toEqual(['9999-12-31', undefined]);
    expect(nextOccurrence(rule({ start_date: '0001-01-31' }), '0001-02-01')).toBe('0001-02-28');
  });

  test('are computed by the million', () => {
    const daily = rule({ interval_type: 'daily', start_date: '2026-01-01' });
    const million: RecurrenceRule = { ...daily, end_type: 'occurrences', max_occurrences: 1_000_000 };
    let count = 0;
    let last = '';
    for (const date of occurrencesFrom(million, daily.start_date)) {
      count += 1;
      last = date;
    }
    expect([count, last]).toEqual([1_000_000, '4763-11-28']);
  });
});

test('a monthly equivalent counts a month as thirty days and a year as 365', () => {
  const of = (interval_type: RecurrenceRule['interval_type'], interval: number) =>
    monthlyEquivalent(10_000, { interval_type, interval }, 'ILS');
  expect(of('daily', 1)).toBe(300_000);
  expect(of('weekly', 1)).toBe(42_857);
  expect(of('weekly', 2)).toBe(21_429);
  expect(of('monthly', 1)).toBe(10_000);
  expect(of('monthly', 3)).toBe(3_333);
  expect(of('yearly', 1)).toBe(822);
  expect(monthlyEquivalent(100_000, { interval_type: 'weekly', interval: 1 }, 'JPY')).toBe(428_600);
});
