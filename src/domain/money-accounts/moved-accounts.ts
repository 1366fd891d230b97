import type { AccountRow, TransactionRow } from '../../db/tables.ts';
import type { Content } from '../recurring/templates/phases.ts';

/** Where the money of accounts is now. */
export interface CurrentAccounts {
  /** Also of accounts that are gone. */
  rows: ReadonlyMap<string, AccountRow>;
  currentOf(account: string): string;
}

/** Those of a merge of one account into another. */
export function currentAfterMerge(
  rows: CurrentAccounts['rows'],
  from: string,
  into: string,
): CurrentAccounts {
  return { rows, currentOf: (id) => (id === from ? into : id) };
}

/** In the account where its own is now. What was charged there is kept in the same currency. */
export function inCurrentAccount<Row extends Pick<TransactionRow, 'account_id' | 'account_amount'>>(
  row: Row,
  { rows, currentOf }: CurrentAccounts,
): Row {
  const account_id = currentOf(row.account_id);
  if (account_id === row.account_id) return row;
  const isSame = rows.get(account_id)?.currency === rows.get(row.account_id)?.currency;
  return { ...row, account_id, account_amount: isSame ? row.account_amount : null };
}

/** As `inCurrentAccount`, with the account where the money of a recurring transfer arrives, and what was said to arrive there. */
export function inCurrentAccounts<Values extends Content>(values: Values, current: CurrentAccounts): Values {
  const moved = inCurrentAccount(values, current);
  if (values.account_to === null) return moved;
  const account_to = current.currentOf(values.account_to);
  const currencyOf = (id: string) => current.rows.get(id)?.currency;
  const arrives = currencyOf(account_to);
  const isSaid = arrives === currencyOf(values.account_to) && arrives !== currencyOf(moved.account_id);
  return { ...moved, account_to, amount_to: isSaid ? values.amount_to : null };
}
