import type { Kysely } from 'kysely';
import { createTable, integer, money, oneOf, optional, owner, table, text } from './create-table.ts';

const TABLES = {
  deleted_payments: table({
    columns: {
      user_id: owner,
      id: text,
      account_id: text,
      category_id: optional(text),
      date: text,
      charge_date: optional(text),
      type: oneOf('expense', 'income'),
      description: text,
      amount: money,
      account_amount: optional(money),
      installment_n: integer,
      installment_total: integer,
      installment_price: optional(money),
      shown_date: optional(text),
      shown_charge: optional(text),
      shown_text: optional(text),
      shown_amount: optional(money),
      shown_account: optional(text),
      deleted_at: text,
      ended_by: optional(text),
    },
    primaryKey: ['user_id', 'id'],
    isClustered: true,
  }),
};

/** Payments that were deleted alone, and still stand for those after them. */
export async function addDeletedPayments(db: Kysely<unknown>): Promise<void> {
  for (const [name, definition] of Object.entries(TABLES)) await createTable(db, name, definition);
}
