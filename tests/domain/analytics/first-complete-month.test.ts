import { expect, test } from 'vitest';
import { firstCompleteMonth } from '../../../src/domain/analytics/periods.ts';

test.each([
  ['2026-01-01', '2026-01-01'],
  ['2026-01-07', '2026-01-01'],
  ['2026-01-08', '2026-02-01'],
  ['2026-01-30', '2026-02-01'],
  ['2025-12-31', '2026-01-01'],
  ['2028-02-29', '2028-03-01'],
])('what begins on %s is complete from %s on', (begins, first) => {
  expect(firstCompleteMonth(begins)).toBe(first);
});
