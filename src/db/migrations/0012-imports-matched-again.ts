import type { Kysely } from 'kysely';

const COLUMNS = {
  bank_imports: { revision: 'integer' },
  bank_import_rows: { bank_description: 'text', corrects: 'text' },
} as const;

/** By what rows of files are matched again. */
export async function addMatchedAgain(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const [column, type] of Object.entries(columns))
      await db.schema.alterTable(table).addColumn(column, type).execute();
}
