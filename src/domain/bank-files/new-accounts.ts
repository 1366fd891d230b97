import type { AccountRow, BankImportRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { newAccount } from '../money-accounts/create.ts';
import { accountsById } from '../money-accounts/read.ts';
import type { AccountInput } from '../money-accounts/schema.ts';
import type { Taken } from '../money-accounts/whole.ts';
import type { FileAccount } from './bank-file.ts';
import { findWithNewAccounts } from './imports.queries.ts';

/** An account that a file names, and which of the person's it is; null while that is unknown. */
export interface FoundAccount extends FileAccount {
  account_id: string | null;
  /** What the account will be, while it comes into being with the import. */
  made?: AccountInput;
}

/** What comes into being with an import beside its rows. */
export interface Made {
  accounts: string[];
  openings: { account: string; id: string; version: string; taken?: Taken }[];
}

/** Why an account stays that an undone import made: what else is in it, or what names it. */
export const STAY_REASONS = ['transactions', 'series', 'named', 'last'] as const;

export type StayReason = (typeof STAY_REASONS)[number];

export interface Stayed {
  account: string;
  reason: StayReason;
}

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
