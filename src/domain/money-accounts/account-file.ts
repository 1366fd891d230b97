import type { AccountRow } from '../../db/tables.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { FIRST_ACCOUNT, firstAccount } from './first-account.ts';
import {
  countByAccount,
  countTemplatesIn,
  deleteAccount,
  findAccounts,
  insertAccount,
  updateAccount,
} from './money-accounts.queries.ts';
import { isOpen } from './read.ts';

/**
 * Puts the accounts of a file in place of those of a person who has no transactions. A file without accounts is all in
 * the first one, which stays as it is.
 */
export async function importAccounts(
  ledger: Ledger,
  rows: readonly AccountRow[],
  now: Date,
): Promise<{ added: AccountRow[]; replaced: AccountRow[] }> {
  const { tx, userId } = ledger;
  const existing = await findAccounts(tx, userId);
  if (rows.length === 0 && existing.some(({ id }) => id === FIRST_ACCOUNT))
    return { added: [], replaced: [] };
  const added = rows.length === 0 ? [firstAccount(userId, now)] : [...rows];
  for (const { id } of existing) await deleteAccount(ledger, id);
  for (const row of withOpen(added)) await insertAccount(tx, row);
  return { added, replaced: existing };
}

/** A part of an account’s transactions may all be in archived ones, and somewhere new ones must go. */
function withOpen(rows: readonly AccountRow[]): AccountRow[] {
  const hasOpen = rows.some(isOpen);
  return rows.map((row, index) => (hasOpen || index > 0 ? row : { ...row, is_archived: 0 }));
}

/**
 * Undoes an import: removes its accounts, except those changed since or in use, and restores the replaced ones.
 * @param imported the imported `updated_at` by id
 * @returns how many stayed
 */
export async function undoAccountsImport(
  ledger: Ledger,
  { imported, replaced }: { imported: ReadonlyMap<string, string>; replaced: readonly AccountRow[] },
): Promise<number> {
  const { tx, userId } = ledger;
  const counts = await countByAccount(tx, userId);
  const theirs = (await findAccounts(tx, userId)).filter(({ id }) => imported.has(id));
  const kept: AccountRow[] = [];
  for (const row of theirs) {
    const isUsed = (counts.get(row.id) ?? 0) > 0 || (await countTemplatesIn(tx, userId, row.id)) > 0;
    if (isUsed || imported.get(row.id) !== row.updated_at) kept.push(row);
    else await deleteAccount(ledger, row.id);
  }
  const left = await findAccounts(tx, userId);
  const isTaken = (row: AccountRow) =>
    left.some(({ id, name_key }) => id === row.id || name_key === row.name_key);
  for (const row of replaced) if (!isTaken(row)) await insertAccount(tx, row);
  const all = await findAccounts(tx, userId);
  for (const row of withOpen(all)) if (!all.includes(row)) await updateAccount(tx, row);
  return kept.length;
}
