import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import { categoriesById, fits } from '../categories/read.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findRemoved, noteMoved } from '../ledger/moved.queries.ts';
import { follow } from '../ledger/removed.ts';
import { findTrashedAccounts, noteMovedToAccount } from '../ledger/trashed-accounts.queries.ts';
import { type CurrentAccounts, inCurrentAccount } from '../money-accounts/moved-accounts.ts';
import { accountsById, firstOpen } from '../money-accounts/read.ts';

/**
 * Rows that come back, with their current categories and accounts. If one was removed since, it is the one that its others
 * were moved to, and undoing that removal moves these rows too. A category of the other type becomes none. An account
 * that was deleted empty is the person's first one.
 */
export async function moveToCurrent<
  Row extends Pick<TransactionRow, 'id' | 'type' | 'category_id' | 'account_id' | 'account_amount'>,
>(ledger: Ledger, trashed: readonly Row[]): Promise<Row[]> {
  if (trashed.length === 0) return [];
  const accounts = await readCurrentAccounts(ledger);
  const rows: Row[] = [];
  for (const row of trashed) rows.push(await moveToCurrentAccount(ledger, row, accounts));
  const categories = await categoriesById({ db: ledger.tx, viewer: { id: ledger.userId } });
  const isVisible = (id: string) => categories.get(id)?.is_hidden === 0;
  if (rows.every(({ category_id: id }) => id === null || isVisible(id)))
    return rows.map((row) => withCurrentCategory(row, categories));
  const removed = await findRemoved(ledger);
  const followed: Row[] = [];
  for (const row of rows) {
    const { current, passed } = follow(row.category_id, removed, isVisible);
    for (const { id, deletion } of passed) await noteMoved(ledger, [{ ...row, category_id: id }], deletion);
    followed.push(withCurrentCategory({ ...row, category_id: current }, categories));
  }
  return followed;
}

/** A row in the account where its own is now; undoing the removal of that moves it too. */
export async function moveToCurrentAccount<
  Row extends Pick<TransactionRow, 'id' | 'account_id' | 'account_amount'>,
>(ledger: Ledger, row: Row, current: FollowedAccounts): Promise<Row> {
  for (const { deletion } of current.follow(row.account_id).passed)
    await noteMovedToAccount(ledger, row, deletion);
  return inCurrentAccount(row, current);
}

interface FollowedAccounts extends CurrentAccounts {
  follow: (account: string) => ReturnType<typeof follow>;
}

/** With the deletions that moved an account's transactions to where they are. */
export async function readCurrentAccounts(ledger: Ledger): Promise<FollowedAccounts> {
  const accounts = await accountsById({ db: ledger.tx, viewer: { id: ledger.userId } });
  const removed = await findTrashedAccounts(ledger);
  const first = firstOpen([...accounts.values()]);
  const followAccount = (id: string) => {
    const { current, passed } = follow(id, removed, (each) => accounts.has(each));
    return { current: current !== null && accounts.has(current) ? current : null, passed };
  };
  return {
    rows: new Map([...removed.map(({ id, account }) => [id, account] as const), ...accounts]),
    follow: followAccount,
    currentOf: (id) => followAccount(id).current ?? first.id,
  };
}

function withCurrentCategory<Row extends Pick<TransactionRow, 'type' | 'category_id'>>(
  row: Row,
  categories: Map<string, CategoryRow>,
): Row {
  const category = categories.get(row.category_id ?? '');
  return category && fits(category, row.type) ? row : { ...row, category_id: null };
}
