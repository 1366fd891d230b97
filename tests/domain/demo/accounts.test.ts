import { expect, test } from 'vitest';
import { inAccounts } from '../../../scripts/demo/accounts.ts';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import type { HouseholdRow } from '../../../scripts/demo/rows.ts';
import { OPENING, TRANSFER } from '../../../src/domain/ledger/reserved-categories.ts';

const TODAY = '2026-06-15';
const IDS = { cash: 'cash', card: 'card', savings: 'savings', dollars: 'dollars' };

const signed = ({ type, amount }: HouseholdRow) => (type === 'income' ? amount : -amount);
const sum = (rows: HouseholdRow[]) => rows.reduce((total, row) => total + signed(row), 0);

test('the demo’s five accounts hold the same money, and pay each other', () => {
  const before = generateHousehold({ seed: 'demo', today: TODAY });
  const rows = inAccounts(before, IDS, TODAY);
  const of = (account: string) => rows.filter(({ account_id }) => account_id === account);
  const isMoved = ({ category_id }: HouseholdRow) =>
    category_id === TRANSFER.income || category_id === TRANSFER.expense;

  const own = rows.filter(
    (row) => !isMoved(row) && row.account_id !== IDS.dollars && row.category_id !== OPENING.income,
  );
  expect(own.length).toBe(before.length);
  expect(sum(own)).toBe(sum(before));
  const sides = Object.values(Object.groupBy(rows.filter(isMoved), ({ transfer_id }) => transfer_id ?? ''));
  expect(sides.length).toBeGreaterThan(60);
  for (const pair of sides) expect([pair?.length, sum(pair ?? [])]).toEqual([2, 0]);

  // Cash is withdrawn before it is spent, and of the card only the purchases of the present bill are owed.
  let cash = 0;
  for (const row of of(IDS.cash)) {
    cash += signed(row);
    expect(cash, row.date).toBeGreaterThanOrEqual(0);
  }
  const unbilled = of(IDS.card).filter((row) => !isMoved(row) && row.date >= '2026-06-10');
  expect(sum(of(IDS.card))).toBe(sum(unbilled));
  for (const { account_amount, rate, amount } of of(IDS.dollars))
    expect(amount).toBe(Math.round((account_amount ?? 0) * Number(rate)));
});
