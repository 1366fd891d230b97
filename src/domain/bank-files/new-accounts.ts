import type { AccountRow, BankImportRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { newAccount } from '../money-accounts/create.ts';
import { accountsById } from '../money-accounts/read.ts';
import type { AccountInput } from '../money-accounts/schema.ts';
import type { FileRow } from './bank-file.ts';
import { findWithNewAccounts } from './imports.queries.ts';
import type { FoundAccount } from './outcome.ts';

/** Accounts to create when an import is carried out, by their future ids. */
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

/** A new card is charged on the day of the month on which more than half of its rows are; some are charged at once. */
export function withBillingDay(input: AccountInput, rows: readonly FileRow[], index: number): AccountInput {
  if (input.kind !== 'credit_card' || input.billing_day) return input;
  const charged = rows.flatMap(({ account = 0, chargeDate }) =>
    account === index && chargeDate ? [chargeDate.slice(-2)] : [],
  );
  const day = [...new Set(charged)].find(
    (one) => charged.filter((other) => other === one).length * 2 > charged.length,
  );
  return day ? { ...input, billing_day: Number(day) } : input;
}

/**
 * Those of all open imports, so that a second file of such an account is recognized before the first is carried out.
 */
export async function newAccountsWaiting({
  db,
  viewer,
}: Pick<Reading, 'db' | 'viewer'>): Promise<NewAccounts> {
  const rows = await findWithNewAccounts(db, viewer.id);
  return new Map(rows.flatMap((row) => [...newAccountsOf(row)]));
}

/** The person's accounts by id, together with the new ones. */
export async function accountsWith(
  context: Pick<Reading, 'db' | 'viewer' | 'now'>,
  made: NewAccounts,
): Promise<Map<string, AccountRow>> {
  const accounts = await accountsById(context);
  for (const [id, input] of made)
    if (!accounts.has(id)) accounts.set(id, newAccount(context, input, [...accounts.values()], id));
  return accounts;
}
