import { sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import type { Db } from '../../db/open.ts';
import type { BankFileAccountRow, BankMappingRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

export async function findMapping(db: Db, userId: string, shape: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bank_mappings')
    .select('mapping')
    .where('user_id', '=', userId)
    .where('shape', '=', shape)
    .executeTakeFirst();
  return row?.mapping;
}

export async function rememberMapping(
  db: Db,
  row: { user_id: string; shape: string; mapping: string; updated_at: string },
): Promise<void> {
  const { mapping, updated_at } = row;
  await db
    .insertInto('bank_mappings')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'shape']).doUpdateSet({ mapping, updated_at }))
    .execute();
}

export async function findRemembered(
  db: Db,
  userId: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('bank_file_accounts')
    .select(['key', 'account_id'])
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('key'), keys))
    .execute();
  return new Map(rows.map(({ key, account_id }) => [key, account_id]));
}

export async function rememberAccount(
  db: Db,
  row: { user_id: string; key: string; account_id: string; updated_at: string },
): Promise<void> {
  const { account_id, updated_at } = row;
  await db
    .insertInto('bank_file_accounts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ account_id, updated_at }))
    .execute();
}

export function findMappings(db: Db, userId: string): Promise<BankMappingRow[]> {
  return db
    .selectFrom('bank_mappings')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('updated_at')
    .orderBy('shape')
    .execute();
}

export async function replaceMappings(
  tx: Tx,
  userId: string,
  rows: readonly BankMappingRow[],
): Promise<void> {
  await tx.deleteFrom('bank_mappings').where('user_id', '=', userId).execute();
  for (const row of rows) await tx.insertInto('bank_mappings').values(row).execute();
}

export function findFileAccounts(db: Db, userId: string): Promise<BankFileAccountRow[]> {
  return db
    .selectFrom('bank_file_accounts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('updated_at')
    .orderBy('key')
    .execute();
}

/** @returns how many there were */
export async function deleteFileAccount(db: Db, userId: string, key: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('bank_file_accounts')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Only those of existing accounts. */
export async function replaceFileAccounts(
  tx: Tx,
  userId: string,
  rows: readonly BankFileAccountRow[],
): Promise<void> {
  await tx.deleteFrom('bank_file_accounts').where('user_id', '=', userId).execute();
  const accounts = await tx.selectFrom('money_accounts').select('id').where('user_id', '=', userId).execute();
  const there = new Set(accounts.map(({ id }) => id));
  for (const row of rows)
    if (there.has(row.account_id)) await tx.insertInto('bank_file_accounts').values(row).execute();
}
