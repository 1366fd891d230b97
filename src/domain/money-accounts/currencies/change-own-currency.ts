import type { UserRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { askForAccountsAgain } from '../../bank-files/closing-balance.ts';
import { invalid } from '../../error.ts';
import { countByAccount, countTemplatesIn, findAccounts, updateAccount } from '../money-accounts.queries.ts';

/**
 * Prepares another currency of a person, which relabels what is in theirs and converts nothing. That would be wrong of
 * amounts that were converted into the one before.
 * @throws DomainError VALIDATION_ERROR while an account of another currency has transactions or templates
 */
export async function changeOwnCurrency(
  tx: Tx,
  user: Pick<UserRow, 'id' | 'currency_preference'>,
  currency: string | undefined,
): Promise<void> {
  if (currency === undefined || currency === user.currency_preference) return;
  const accounts = await findAccounts(tx, user.id);
  const own = accounts.filter((row) => row.currency === null).map(({ id }) => id);
  if (own.length > 0) await askForAccountsAgain(tx, user.id, own);
  const others = accounts.filter((row) => row.currency !== null);
  if (others.length === 0) return;
  const counts = await countByAccount(tx, user.id);
  for (const row of others) {
    const isUsed = (counts.get(row.id) ?? 0) > 0 || (await countTemplatesIn(tx, user.id, row.id)) > 0;
    if (isUsed) throw invalid({ field: 'currency_preference', message: 'errors:currencyOfAccounts' });
    if (row.currency === currency) await updateAccount(tx, { ...row, currency: null });
  }
}
