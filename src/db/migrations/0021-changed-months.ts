import type { Kysely } from 'kysely';
import { createTable, money, owner, type RowsOf, table, text } from './create-table.ts';

const TABLES = {
  /**
   * The revision in which sums of a month or its days last changed, so that what follows from earlier months is not
   * computed again. Months that have not changed since the table was added have
   * no row; that of the empty month stands for all of them.
   */
  changed_months: table({
    columns: { user_id: owner, month: text, revision: money },
    primaryKey: ['user_id', 'month'],
    isClustered: true,
  }),
};

export type ChangedMonthTables = RowsOf<typeof TABLES>;

export async function addChangedMonths(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
