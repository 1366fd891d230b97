import { expect, test } from 'vitest';
import { OPENING } from '../../../src/domain/ledger/reserved-categories.ts';
import {
  chargedOn,
  chargeError,
  nextBillingDay,
  shownChargeDate,
  storedChargeDate,
} from '../../../src/domain/money-accounts/cards/charge-date.ts';

const CARD = { kind: 'credit_card', billing_day: 10 } as const;
const BANK = { kind: 'bank', billing_day: null } as const;
const bought = (date: string, charge_date: string | null = null) => ({
  date,
  charge_date,
  category_id: null,
});

test.each([
  ['2026-11-09', 10, '2026-11-10'],
  ['2026-11-11', 10, '2026-12-10'],
  ['2026-12-31', 2, '2027-01-02'],
  // On the billing day itself: the bill of that day is made already.
  ['2026-11-10', 10, '2026-12-10'],
  // A month without that day is billed on its last.
  ['2026-02-01', 31, '2026-02-28'],
  ['2028-02-01', 31, '2028-02-29'],
  ['2026-04-12', 31, '2026-04-30'],
  ['2026-02-28', 31, '2026-03-31'],
  ['2026-01-31', 31, '2026-02-28'],
  ['2026-01-31', 30, '2026-02-28'],
  ['2026-01-30', 31, '2026-01-31'],
])('a purchase of %s by a card with billing day %i is charged on %s', (date, billingDay, charged) => {
  expect(nextBillingDay(date, billingDay)).toBe(charged);
});

test('a typed charge date wins, unless the purchase was moved past it', () => {
  expect(chargedOn(bought('2026-11-05', '2026-11-20'), CARD)).toBe('2026-11-20');
  expect(chargedOn(bought('2026-11-25', '2026-11-20'), CARD)).toBe('2026-12-10');
  expect(chargedOn(bought('2026-11-05', '2026-11-05'), CARD)).toBe('2026-11-05');
});

test('only purchases by card are charged later', () => {
  expect(chargedOn(bought('2026-11-05'), BANK)).toBe('2026-11-05');
  expect(chargedOn(bought('2026-11-05', '2026-11-20'), BANK)).toBe('2026-11-05');
  expect(chargedOn(bought('2026-11-05'), { ...CARD, billing_day: null })).toBe('2026-11-05');
  expect(chargedOn({ ...bought('2026-11-05'), category_id: OPENING.expense }, CARD)).toBe('2026-11-05');
  expect(shownChargeDate(bought('2026-11-05'), BANK)).toBeNull();
  expect(shownChargeDate(bought('2026-11-05'), CARD)).toBe('2026-11-10');
});

test('a charge date is kept where it differs from the rule of the card', () => {
  expect(storedChargeDate(bought('2026-11-05', '2026-11-10'), CARD)).toBeNull();
  expect(storedChargeDate(bought('2026-11-05', '2026-12-10'), CARD)).toBe('2026-12-10');
  expect(storedChargeDate(bought('2026-11-05', '2026-12-10'), BANK)).toBeNull();
});

test('a charge date before the purchase, far after it, or without a card is refused', () => {
  const messages = (date: string, charge: string | null, account: typeof CARD | typeof BANK = CARD) =>
    chargeError(bought(date, charge), account)?.message ?? null;
  expect(messages('2026-11-05', '2026-11-04')).toBe('errors:chargeDateEarly');
  expect(messages('2026-11-05', '2026-11-05')).toBeNull();
  expect(messages('2026-11-05', '2027-11-06')).toBeNull();
  expect(messages('2026-11-05', '2027-11-07')).toBe('errors:chargeDateFar');
  expect(messages('2026-11-05', '2026-11-20', BANK)).toBe('errors:chargeDateCard');
  expect(messages('2026-11-05', null, BANK)).toBeNull();
});
