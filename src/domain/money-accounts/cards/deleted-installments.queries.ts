import { chunksOf, insertRows } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { DeletedPaymentRow } from '../../../db/tables.ts';

const COLUMNS = [
  'user_id',
  'id',
  'account_id',
  'category_id',
  'date',
  'charge_date',
  'type',
  'description',
  'amount',
  'account_amount',
  'installment_n',
  'installment_total',
  'installment_price',
  'shown_date',
  'shown_charge',
  'shown_text',
  'shown_amount',
  'shown_account',
  'deleted_at',
  'ended_by',
] as const satisfies (keyof DeletedPaymentRow)[];

export const insertDeletedInstallments = insertRows('deleted_payments', COLUMNS, (insert) => insert);

export const findDeletedInstallments = prepared((db, userId: string) =>
  db.selectFrom('deleted_payments').selectAll().where('user_id', '=', userId).orderBy('date').orderBy('id'),
);

/** All of a person, or those with these ids. */
export async function dropDeletedInstallments(
  db: Db,
  userId: string,
  ids?: readonly string[],
): Promise<void> {
  const some = db.deleteFrom('deleted_payments').where('user_id', '=', userId);
  if (!ids) await some.execute();
  else for (const chunk of chunksOf(ids)) await some.where('id', 'in', chunk).execute();
}

export async function setEndOfDeleted(
  db: Db,
  userId: string,
  ids: readonly string[],
  ended_by: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('deleted_payments')
    .set({ ended_by })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

/** Expects again what a deletion or a change had ended. */
export async function undoEndOfDeleted(db: Db, userId: string, endedBy: string): Promise<void> {
  await db
    .updateTable('deleted_payments')
    .set({ ended_by: null })
    .where('user_id', '=', userId)
    .where('ended_by', '=', endedBy)
    .execute();
}
