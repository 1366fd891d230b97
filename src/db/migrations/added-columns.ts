import type { Migration } from 'kysely/migration';

type Columns = Record<string, Record<string, 'bigint' | 'integer' | 'text'>>;

/** Adds columns to tables, null in the rows that are there. */
const adding = (tables: Columns): Migration => ({
  up: async (db) => {
    for (const [table, columns] of Object.entries(tables))
      for (const [column, type] of Object.entries(columns))
        await db.schema.alterTable(table).addColumn(column, type).execute();
  },
});

/** By what rows of files are matched again. */
export const matchedAgain = adding({
  bank_imports: { revision: 'integer' },
  bank_import_rows: { bank_description: 'text', corrects: 'text' },
});

/** What a purchase in payments costs, where not all of them are there to be added up. */
export const pricesOfPurchases = adding({
  transactions: { installment_price: 'bigint' },
  bank_import_rows: { installment_price: 'bigint' },
});

/** When a code was last entered in a session, and in which browser it is. */
export const codesAndBrowsersOfSessions = adding({
  sessions: { code_entered_at: 'text', device_hash: 'text' },
});

/** The rate that the file of an account fixed. */
export const ratesOfRows = adding({ bank_import_rows: { rate: 'text' } });

/** Whether payments after it are expected no more. */
export const endedPayments = adding({ transactions: { payments_end: 'integer' } });

/** The charge that a bank stated for a row of an account's file. */
export const chargesOfKnownRows = adding({ known_bank_rows: { charge_date: 'text' } });

/** Whether the file of an account says that no more payments are expected after a row. */
export const endsOfBankRows = adding({ bank_import_rows: { payments_end: 'integer' } });
