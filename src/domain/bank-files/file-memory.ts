import type { BankFileAccountRow, BankMappingRow, KnownBankRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import type { Reading, Writing } from '../context.ts';
import { notFound } from '../error.ts';
import {
  type BankFileAccountEntry,
  type BankMappingEntry,
  type BankRowEntry,
  MOST_BANK_ROWS,
  MOST_NOTED,
} from '../export/document.schema.ts';
import { toDecimal } from '../money.ts';
import { accountsById, isOpen } from '../money-accounts/read.ts';
import type { Replaceable } from '../replaceable.ts';
import type { Mapping } from './bank-file.ts';
import { deleteOrphanRows, findKnownRows, insertKnownRows } from './known-rows.queries.ts';
import { findSeenOf } from './matching/existing.queries.ts';
import { bestOf } from './reading/find-account.ts';
import {
  deleteFileAccount,
  findFileAccounts,
  findMappings,
  findRemembered,
  rememberAccount,
  replaceFileAccounts,
  replaceMappings,
} from './remembered.queries.ts';

/** How a bank wrote a transaction of an account's file. */
export type BankRow = Omit<KnownBankRow, 'user_id' | 'transaction_id' | 'number'>;

/** How banks wrote these transactions, as the file of an account has it. */
export async function exportedBankRows(
  { db, viewer }: Pick<Reading, 'db' | 'viewer'>,
  rows: readonly Pick<TransactionRow, 'id'>[],
): Promise<Map<string, BankRowEntry[]>> {
  const ids = rows.map(({ id }) => id);
  const seen = Map.groupBy(await findSeenOf(db, viewer.id, ids), ({ transaction_id }) => transaction_id);
  return new Map([...seen].map(([id, lines]) => [id, entriesOf(lines)]));
}

/** A row of several files counts once. The last ones are kept, which a bank may send again. */
export function entriesOf(lines: readonly BankRow[]): BankRowEntry[] {
  const entries = new Map(lines.map(entryOf).map((entry) => [JSON.stringify(entry), entry]));
  return [...entries.values()].slice(-MOST_BANK_ROWS);
}

const entryOf = ({ kind, account_id, date, type, description, ...line }: BankRow): BankRowEntry => ({
  kind,
  account_id,
  date,
  amount: toDecimal(line.amount),
  currency: line.currency as BankRowEntry['currency'],
  type,
  description,
  merchant_name: line.merchant_name,
  external_id: line.external_id,
  is_pending: line.is_pending === 1,
  installment_n: line.installment_n,
  charge_date: line.charge_date,
});

/** Stores the bank rows of transactions from the file of an account. */
export async function importBankRows(
  tx: Tx,
  user_id: string,
  entries: readonly { id: string; bankRows?: readonly BankRow[] }[],
): Promise<void> {
  const rows = entries.flatMap(({ id, bankRows = [] }) =>
    bankRows.map((row, number) => ({ user_id, transaction_id: id, number, ...row })),
  );
  if (rows.length === 0) return;
  await forgetBankRows(
    tx,
    user_id,
    rows.map(({ transaction_id }) => transaction_id),
  );
  await insertKnownRows(tx, rows);
}

/** By transaction. */
export async function readBankRows(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, BankRow[]>> {
  const rows = await findKnownRows(tx, userId, ids);
  const byId = Map.groupBy(rows, ({ transaction_id }) => transaction_id);
  const withoutKey = ({ user_id: _user, transaction_id: _id, number: _number, ...row }: KnownBankRow) => row;
  return new Map([...byId].map(([id, some]) => [id, some.map(withoutKey)]));
}

/** Deletes the bank rows of transactions that no longer exist. */
export const forgetBankRows = deleteOrphanRows;

/** The stored mappings of tables, by header. */
export async function exportedMappings({ db, viewer }: Reading): Promise<BankMappingEntry[]> {
  return (await findMappings(db, viewer.id)).slice(-MOST_NOTED).map(({ shape, mapping, updated_at }) => {
    const { columns, dateOrder, decimalMark, sign } = JSON.parse(mapping) as Mapping;
    return { shape, columns, date_order: dateOrder, decimal_mark: decimalMark, sign, updated_at };
  });
}

/** The stored choices which account a file's account is. */
export async function exportedFileAccounts({ db, viewer }: Reading): Promise<BankFileAccountEntry[]> {
  const rows = await findFileAccounts(db, viewer.id);
  return rows.slice(-MOST_NOTED).map(({ key, account_id, updated_at }) => ({ key, account_id, updated_at }));
}

/** The hash of a table's header, by which the table is recognized. */
const SHAPE = /^[\w-]{22}$/;

/**
 * The choices which account a file's account is, or those of one account, where the file would be asked about without them:
 * what files say of it, if they say anything.
 */
export async function readFileAccounts({ db, viewer }: Pick<Reading, 'db' | 'viewer'>, account?: string) {
  const rows = await findFileAccounts(db, viewer.id);
  const open = [...(await accountsById({ db, viewer })).values()].filter(isOpen);
  return rows.flatMap(({ key, account_id, updated_at }) => {
    const [kind = '', ...words] = key.split(' ');
    const said = words.join(' ');
    const name = said === '' || said === kind || SHAPE.test(said) ? null : said;
    // By the number or name in the file, or because a person's only account takes what has no number.
    const isFound = name !== null && bestOf(open, { number: name, name }) !== null;
    const isOnly = open.length === 1 && !/\d/.test(name ?? '');
    const isOther = account !== undefined && account !== account_id;
    return isFound || isOnly || isOther ? [] : { key, kind, name, account_id, updated_at };
  });
}

/** The next file of it is asked about again. @throws DomainError NOT_FOUND */
export async function forgetFileAccount({ db, viewer }: Writing, key: string): Promise<void> {
  const there = await readFileAccounts({ db, viewer });
  if (!there.some((each) => each.key === key) || (await deleteFileAccount(db, viewer.id, key)) === 0)
    throw notFound();
}

/** Takes back that the choice was forgotten, unless there is one again. @throws DomainError NOT_FOUND */
export async function restoreFileAccount(
  { db, viewer, now }: Writing,
  id: string,
  key: string,
): Promise<void> {
  if (key === '' || !(await accountsById({ db, viewer })).has(id)) throw notFound();
  if ((await findRemembered(db, viewer.id, [key])).has(key)) return;
  await rememberAccount(db, { user_id: viewer.id, key, account_id: id, updated_at: now.toISOString() });
}

export const fileMappings: Replaceable<BankMappingRow> = {
  find: findMappings,
  replace: replaceMappings,
  keyOf: ({ shape }) => shape,
  versionOf: ({ updated_at }) => updated_at,
};

export const fileAccounts: Replaceable<BankFileAccountRow> = {
  find: findFileAccounts,
  replace: replaceFileAccounts,
  keyOf: ({ key }) => key,
  versionOf: ({ updated_at }) => updated_at,
};
