import type { Kysely } from 'kysely';

const COLUMN = 'payments_end';

/** Whether the file of an account says that no more payments are expected after a row. */
export async function addEndsOfBankRows(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bank_import_rows').addColumn(COLUMN, 'integer').execute();
}
