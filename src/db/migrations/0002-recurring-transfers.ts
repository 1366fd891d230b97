import type { Kysely } from 'kysely';

const COLUMNS = { account_to: 'text', amount_to: 'bigint' } as const;

/** Where the money of a recurring transfer arrives. */
export async function addRecurringTransfers(db: Kysely<unknown>): Promise<void> {
  for (const table of ['templates', 'template_phases'])
    for (const [column, type] of Object.entries(COLUMNS))
      await db.schema.alterTable(table).addColumn(column, type).execute();
}
