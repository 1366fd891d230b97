import type { NotTransferRow } from '../../../db/tables.ts';
import type { Reading } from '../../context.ts';
import { MOST_NOTED, type NotTransfersEntry } from '../../export/document.schema.ts';
import type { Replaceable } from '../../replaceable.ts';
import { deleteNotTransfers, findNotTransfers, insertNotTransfer } from './transfers.queries.ts';

/** As the file of an account has them. */
export async function exportedNotTransfers({ db, viewer }: Reading): Promise<NotTransfersEntry[]> {
  const rows = await findNotTransfers(db, viewer.id);
  return rows
    .slice(-MOST_NOTED)
    .map(({ expense_id, income_id, created_at }) => ({ expense_id, income_id, created_at }));
}

export const fileNotTransfers: Replaceable<NotTransferRow> = {
  find: findNotTransfers,
  async replace(tx, userId, rows) {
    await deleteNotTransfers(tx, userId);
    for (const row of rows) await insertNotTransfer(tx, row);
  },
  keyOf: ({ expense_id, income_id }) => `${expense_id} ${income_id}`,
  versionOf: ({ created_at }) => created_at,
};
