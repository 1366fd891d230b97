import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plusDays } from '../../../src/domain/calendar.ts';
import { type Range, splitRange } from '../../../src/domain/ledger/split-range.ts';

/** How often a range counts a day's rows: as part of a month, or alone. */
function timesCounted(date: string, range: Range): number {
  const { months, head, tail } = splitRange(range);
  const isWithin = (value: string, [from, to]: [string, string]) => value >= from && value <= to;
  return [isWithin(date.slice(0, 7), months), isWithin(date, head), isWithin(date, tail)].filter(Boolean)
    .length;
}

describe('a range of dates cut into months and odd days', () => {
  test('counts every day within it once and no other day', () => {
    const near = fc.integer({ min: -100, max: 100 }).map((days) => plusDays('2026-02-15', days));
    const ends = fc.oneof(
      { weight: 5, arbitrary: near },
      fc.constantFrom('2026-02-01', '2026-02-28', '2026-03-01', '2025-12-31', '2026-01-01', '2024-02-29'),
      fc.constantFrom('1970-01-01', '0001-01-01', '9999-12-01', '9999-12-15', '9999-12-31', undefined),
    );
    fc.assert(
      fc.property(ends, ends, near, (from, to, date) => {
        const isWithin = (!from || date >= from) && (!to || date <= to);
        expect(timesCounted(date, { from, to })).toBe(Number(isWithin));
      }),
      { numRuns: 5000 },
    );
  });

  test.each<[Range, number]>([
    [{ from: '2026-02-01', to: '2026-02-28' }, 0],
    [{ from: '2026-01-01', to: '2026-12-31' }, 0],
    [{}, 0],
    [{ from: '2026-01-15' }, 1],
    [{ to: '2026-01-15' }, 1],
    [{ from: '2026-01-15', to: '2026-12-15' }, 2],
    [{ from: '2026-01-15', to: '2026-01-16' }, 1],
  ])('%j reads the days of %i months at most', (range, most) => {
    const { head, tail } = splitRange(range);
    expect([head, tail].filter(([from, to]) => from <= to)).toHaveLength(most);
  });
});
