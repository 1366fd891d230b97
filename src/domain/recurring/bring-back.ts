import type { TransactionRow } from '../../db/tables.ts';
import { findCategory } from '../categories/queries.ts';
import type { Tx } from '../transact.ts';
import type { KeptTemplate } from '../undo/queries.ts';
import { deleteSkipped, insertSkipped, replaceTemplate } from './queries.ts';

/** Puts templates back as they were before a deletion took or ended them. */
export async function bringTemplatesBack(tx: Tx, kept: KeptTemplate[]): Promise<void> {
  for (const { template, skipped } of kept) {
    const { user_id, id: template_id } = template;
    const category = await findCategory(tx, user_id, template.category_id ?? '');
    await replaceTemplate(tx, { ...template, category_id: category?.id ?? null });
    await insertSkipped(
      tx,
      skipped.map((date) => ({ user_id, template_id, date })),
    );
  }
}

/** Occurrences that come back are left out no longer. */
export async function takeDatesBack(tx: Tx, rows: TransactionRow[]): Promise<void> {
  for (const { user_id, template_id, occurrence_date: date } of rows)
    if (template_id !== null && date !== null) await deleteSkipped(tx, { user_id, template_id, date });
}
