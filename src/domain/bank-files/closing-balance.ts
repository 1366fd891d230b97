import type { AccountRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { currencyOf } from '../money-accounts/currencies/currency.ts';
import { findLatestClosing } from './imports.queries.ts';

export { askAgain as askForAccountsAgain, moveImportsTo as moveImports } from './imports.queries.ts';

/**
 * The latest balance of an account that a bank's file gave, in minor units with its sign; null without one, and once
 * that day was checked.
 */
export async function readClosing(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  account: AccountRow,
): Promise<{ date: string; balance: number } | null> {
  const found = await findLatestClosing(db, viewer.id, account.id, currencyOf(account, viewer));
  const { closing_balance: balance = null, period_to: date = null } = found ?? {};
  if (balance === null || date === null || date <= (account.checked_until ?? '')) return null;
  return { date, balance };
}
