import type { AccountRow, BankImportRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { newAccount } from '../money-accounts/create.ts';
import { accountsById } from '../money-accounts/read.ts';
import type { AccountInput } from '../money-accounts/schema.ts';
import type { FoundAccount } from './found-account.ts';
import { findWithNewAccounts } from './imports.queries.ts';

/** Accounts that come into being when an import is carried out, by the ids that they will have. */
export type NewAccounts = ReadonlyMap<string, AccountInput>;

export function newAccountsIn(found: readonly FoundAccount[]): NewAccounts {
  return new Map(
    found.flatMap(({ account_id, made }): [string, AccountInput][] =>
      account_id && made ? [[account_id, made]] : [],
    ),
  );
}

export const newAccountsOf = ({ file_accounts }: Pick<BankImportRow, 'file_accounts'>) =>
  newAccountsIn(JSON.parse(file_accounts));

/** Of imports that wait: the next file of such an account is recognised before the first one is carried out. */
export async function newAccountsWaiting({
  db,
  viewer,
}: Pick<Reading, 'db' | 'viewer'>): Promise<NewAccounts> {
  const rows = await findWithNewAccounts(db, viewer.id);
  return new Map(rows.flatMap((row) => [...newAccountsOf(row)]));
}

/** The person's accounts by id, and these as they will be. */
export async function accountsWith(
  context: Pick<Reading, 'db' | 'viewer' | 'now'>,
  made: NewAccounts,
): Promise<Map<string, AccountRow>> {
  const accounts = await accountsById(context);
  for (const [id, input] of made)
    if (!accounts.has(id)) accounts.set(id, newAccount(context, input, [...accounts.values()], id));
  return accounts;
}
