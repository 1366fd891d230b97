import type { Kysely } from 'kysely';
import { createTable, owner, text } from './create-table.ts';

/** Budgets and goals that were deleted and can be restored; `content` has a budget's amounts too. */
const COLUMNS = { user_id: owner, batch_id: text, id: text, content: text, deleted_at: text };

export async function addDeletedBudgets(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'deleted_budgets', {
    columns: COLUMNS,
    primaryKey: ['user_id', 'batch_id', 'id'],
    isClustered: true,
  });
}
