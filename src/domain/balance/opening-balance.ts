import type { TransactionRow } from '../../db/tables.ts';
import { createOpeningCategories } from '../categories/defaults.ts';
import { categoryName } from '../categories/name.ts';
import type { Reading, Writing } from '../context.ts';
import { inLedger } from '../ledger/ledger.ts';
import { countedAs, OPENING } from '../ledger/reserved-categories.ts';
import { findOpeningDays, findOpeningOf } from '../ledger/totals.queries.ts';
import { accountFor, type Opening, readAccount } from '../money-accounts/read.ts';
import { changeTransaction } from '../transactions/change.ts';
import { createTransaction } from '../transactions/create.ts';
import { removeTransaction } from '../transactions/remove.ts';

/** `amount` is in minor units, below zero for debts; `date` is a local calendar date. */
export interface OpeningBalance extends Pick<TransactionRow, 'id' | 'date'> {
  amount: number;
}

/**
 * The earliest first: each account has one, unless others were merged into it, or the person has copied it or recorded
 * others like it.
 */
export async function readOpeningBalances(context: Reading, account?: string): Promise<OpeningBalance[]> {
  const { db, viewer } = context;
  const balances: OpeningBalance[] = [];
  for (const { date } of await findOpeningDays(db, viewer.id)) {
    const rows = await findOpeningOf(db, viewer.id, date);
    const own = account === undefined ? rows : rows.filter(({ account_id }) => account_id === account);
    balances.push(...own.map((row) => ({ id: row.id, date, amount: countedAs(row).amount })));
  }
  return balances;
}

/** What an account began with, by default the person's first. */
export async function readOpening(context: Reading, account?: string): Promise<Opening | null> {
  const { id } = await accountFor(context.db, context.viewer.id, account);
  return (await readAccount(context, id)).opening;
}

/**
 * Makes this the one opening balance of an account, by default of the person's first: the earliest is changed, or one
 * created, and others go. Zero is none.
 * @throws DomainError as `changeTransaction` does, LOCKED (409) too
 */
export async function setOpeningBalance(
  context: Writing,
  { amount, date }: Pick<OpeningBalance, 'amount' | 'date'>,
  account?: string,
): Promise<void> {
  const { viewer, now, locale } = context;
  const type = amount < 0 ? 'expense' : 'income';
  const fields = { type, amount: Math.abs(amount), categoryId: OPENING[type], date, time: '00:00' } as const;
  await inLedger(context, async ({ tx }, inside) => {
    await createOpeningCategories(tx, viewer.id, now);
    const { id: accountId } = await accountFor(tx, viewer.id, account);
    const [first, ...others] = await readOpeningBalances(inside, accountId);
    const gone = amount === 0 && first ? [first, ...others] : others;
    for (const { id } of gone) await removeTransaction(inside, { id });
    if (amount === 0) return;
    const description = categoryName({ default_key: 'opening_balance', name: '' }, locale);
    if (first) await changeTransaction(inside, { id: first.id }, fields);
    else await createTransaction(inside, { ...fields, description, accountId });
  });
}
