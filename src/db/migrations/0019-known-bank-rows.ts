import { type Kysely, sql } from 'kysely';
import { createTable, index, integer, money, oneOf, optional, owner, table, text } from './create-table.ts';

const TABLES = {
  known_bank_rows: table({
    columns: {
      user_id: owner,
      transaction_id: text,
      number: integer,
      kind: text,
      account_id: text,
      date: text,
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
