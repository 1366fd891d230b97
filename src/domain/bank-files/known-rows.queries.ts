import { sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { BankFileAccountRow, BankMappingRow, KnownBankRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

const KNOWN = [
  'user_id',
  'transaction_id',
  'number',
  'kind',
  'account_id',
  'date',
  'amount',
  'currency',
  'type',
  'description',
  'merchant_name',
  'external_id',
  'is_pending',
  'installment_n',
] as const satisfies (keyof KnownBankRow)[];

export const insertKnownRows = insertRows('known_bank_rows', KNOWN, (insert) => insert);

/** In their order. */
export function findKnownRows(
  db: Db,
  userId: string,
  transactionIds: readonly string[],
): Promise<KnownBankRow[]> {
  return db
    .selectFrom('known_bank_rows')
    .selectAll()
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('transaction_id'), transactionIds))
    .orderBy('transaction_id')
    .orderBy('number')
    .execute();
}

/** Of those of these transactions that are not there. */
export async function deleteOrphanRows(
  tx: Tx,
  userId: string,
  transactionIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('known_bank_rows')
    .where('user_id', '=', userId)
    .where(isAmong(tx, sql.ref('transaction_id'), transactionIds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transactions')
            .select('transactions.id')
            .whereRef('transactions.user_id', '=', 'known_bank_rows.user_id')
            .whereRef('transactions.id', '=', 'known_bank_rows.transaction_id'),
        ),
      ),
    )
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

/** Those of accounts that are there. */
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
