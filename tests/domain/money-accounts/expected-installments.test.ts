import { expect, test } from 'vitest';
import type { AccountRow } from '../../../src/db/tables.ts';
import {
  impliedCharges,
  type ShownPayment,
} from '../../../src/domain/money-accounts/cards/expected-installments.ts';

/** How often the card is looked at for these payments: to compare two of them, its id is read. */
function comparedFor(payments: readonly ShownPayment[]): number {
  let read = 0;
  const card = {
    ...{ kind: 'credit_card', billing_day: 2, is_archived: 0 },
    get id() {
      read += 1;
      return 'card';
    },
  } as AccountRow;
  impliedCharges(payments, new Map([['card', card]]));
  return read;
}

const payment = (index: number, more: Partial<ShownPayment>): ShownPayment => ({
  ...{ id: `${index}`, account_id: 'card', category_id: null, charge_date: null, type: 'expense' },
  ...{ date: '2026-11-01', description: 'Shop', amount: 100, account_amount: null, payments_end: null },
  ...{ n: 1, of: 60, price: null, each: null, shownAmount: null, came_at: '', deleted_at: null, shown: null },
  ...more,
});

test.each<[string, (index: number) => Partial<ShownPayment>]>([
  ['of many texts', (index) => ({ description: `Shop ${'abcdefgh'[index % 8]}` })],
  ['of many amounts', (index) => ({ amount: 1 + index })],
  ['of one kind', () => ({})],
])('the comparisons of payments %s grow with their number', (_, more) => {
  const payments = (count: number) =>
    Array.from({ length: count }, (_, index) => payment(index, { n: 1 + (index % 3), ...more(index) }));
  const few = comparedFor(payments(300));
  expect(comparedFor(payments(3000))).toBeLessThan(11 * few);
  expect(few).toBeLessThan(300 * 40);
});
