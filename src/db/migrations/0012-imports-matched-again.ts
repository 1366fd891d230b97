import type { Kysely } from 'kysely';
import type { MatchedAgain } from '../tables.ts';

const COLUMNS = {
  bank_imports: { revision: 'integer' },
  bank_import_rows: { bank_description: 'text', corrects: 'text' },
} as const satisfies { [Table in keyof MatchedAgain]: Record<keyof MatchedAgain[Table], string> };

/** By what rows of files are matched again; see `MatchedAgain`. */
export async function addMatchedAgain(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const [column, type] of Object.entries(columns))
      await db.schema.alterTable(table).addColumn(column, type).execute();
}
