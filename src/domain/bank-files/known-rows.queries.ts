import { sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { KnownBankRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';

/** The kind of those that say of which day an opening balance was stated, before imports moved it. */
export const OPENING_KIND = 'opening';

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
  'charge_date',
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

/** Deletes the bank rows of those of these transactions that no longer exist. */
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
