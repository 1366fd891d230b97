import { expect, test } from 'vitest';
import type { FileRow } from '../../../src/domain/bank-files/bank-file.ts';
import { withBillingDay } from '../../../src/domain/bank-files/new-accounts.ts';

const rows = (...days: (string | undefined)[]): FileRow[] =>
  days.map((chargeDate, line) => ({
    line,
    date: '2026-09-01',
    amount: '5',
    type: 'expense',
    description: 'Bread',
    ...(chargeDate && { chargeDate }),
  }));
const card = { name: 'Card', kind: 'credit_card' as const };

test('a new card is charged on the day on which most of its rows are', () => {
  const dayOf = (...days: (string | undefined)[]) => withBillingDay(card, rows(...days), 0).billing_day;
  expect(dayOf('2026-09-10', '2026-10-10', '2026-09-02')).toBe(10);
  expect(dayOf('2026-09-10', undefined)).toBe(10);
  expect(dayOf('2026-09-10', '2026-09-02')).toBeUndefined();
  expect(dayOf(undefined)).toBeUndefined();
});

test('a day that was typed stays, and a bank account has none', () => {
  expect(withBillingDay({ ...card, billing_day: 2 }, rows('2026-09-10'), 0).billing_day).toBe(2);
  expect(withBillingDay({ ...card, kind: 'bank' }, rows('2026-09-10'), 0).billing_day).toBeUndefined();
  expect(withBillingDay(card, rows('2026-09-10'), 1).billing_day).toBeUndefined();
});
