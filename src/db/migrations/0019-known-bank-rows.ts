import { type Kysely, sql } from 'kysely';
import {
  createTable,
  index,
  integer,
  money,
  oneOf,
  optional,
  owner,
  type RowsOf,
  table,
  text,
} from './create-table.ts';

const TABLES = {
  /** How banks wrote the transactions of an account's file. Rows outlive them. Not clustered, because texts may be long. */
  known_bank_rows: table({
    columns: {
      user_id: owner,
      transaction_id: text,
      /** From 0, for each transaction. */
      number: integer,
      /** That of the import. */
      kind: text,
      account_id: text,
      date: text,
      /** In minor units of `currency`, or where that is null, of the account's. */
      amount: money,
      currency: optional(text),
      type: oneOf('expense', 'income'),
      description: text,
      merchant_name: optional(text),
      external_id: optional(text),
      is_pending: integer,
      installment_n: optional(integer),
    },
    primaryKey: ['user_id', 'transaction_id', 'number'],
    indexes: {
      known_bank_rows_by_date: index('user_id', 'date'),
      known_bank_rows_by_external_id: {
        ...index('user_id', 'external_id'),
        where: sql`external_id is not null`,
      },
    },
  }),
};

export type KnownBankRowTables = RowsOf<typeof TABLES>;

export async function addKnownBankRows(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
  // What lines of files are about is read for the file of an account.
  await db.schema
    .createIndex('bank_import_rows_by_matched')
    .on('bank_import_rows')
    .columns(['user_id', 'matched_id'])
    .where(sql<boolean>`matched_id is not null`)
    .execute();
}
