import type { TransactionRow } from '../../db/tables.ts';
import { createOpeningCategories } from '../categories/defaults.ts';
import { categoryName } from '../categories/name.ts';
import type { Reading, Writing } from '../context.ts';
import { inLedger } from '../ledger/ledger.ts';
import { countedAs, OPENING } from '../ledger/opening.ts';
import { findOpeningDays, findOpeningOf } from '../ledger/totals.queries.ts';
import { changeTransaction } from '../transactions/change.ts';
import { createTransaction } from '../transactions/create.ts';

/** What somebody had before the first transaction: minor units, below zero for a debt, and the local calendar date. */
export interface OpeningBalance extends Pick<TransactionRow, 'id' | 'date'> {
  amount: number;
}

/** The viewer's opening balances, the earliest first: one, unless a person has copied it or recorded others like it. */
export async function readOpeningBalances(context: Reading): Promise<OpeningBalance[]> {
  const { db, viewer } = context;
  const found: OpeningBalance[] = [];
  for (const { date } of await findOpeningDays(db, viewer.id)) {
    const rows = await findOpeningOf(db, viewer.id, date);
    found.push(...rows.map((row) => ({ id: row.id, date, amount: countedAs(row).amount })));
  }
  return found;
}

/** Sets the viewer's opening balance: changes the earliest one, or creates it. */
export async function setOpeningBalance(
  context: Writing,
  { amount, date }: Pick<OpeningBalance, 'amount' | 'date'>,
): Promise<void> {
  const { viewer, now, locale } = context;
  const type = amount < 0 ? 'expense' : 'income';
  const fields = { type, amount: Math.abs(amount), categoryId: OPENING[type], date, time: '00:00' } as const;
  await inLedger(context, async ({ tx }, inside) => {
    await createOpeningCategories(tx, viewer.id, now);
    const [known] = await readOpeningBalances(inside);
    const description = categoryName({ default_key: 'opening_balance', name: '' }, locale);
    if (known) await changeTransaction(inside, { id: known.id }, fields);
    else await createTransaction(inside, { ...fields, description });
  });
}
