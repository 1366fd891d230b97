import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import type { Locale } from '../../i18n/locales.ts';
import { nameOf } from '../categories/name.ts';
import { toDecimal } from '../money.ts';

/** A transaction with the category it belongs to: what pages show. `amount` in minor units, never negative. */
export interface Entry {
  row: TransactionRow;
  category: CategoryRow | null;
}

/** A transaction as answers show it: amounts as decimals, the category named in the person's language. */
export function presentTransaction({ row, category }: Entry, locale: Locale) {
  const name = category ? nameOf(category, locale) : null;
  return {
    id: row.id,
    type: row.type,
    amount: toDecimal(row.amount),
    description: row.description,
    merchant_name: row.merchant_name,
    category_id: row.category_id,
    category: category && { id: category.id, name, icon: category.icon, color: category.color },
    category_name: name,
    category_icon: category?.icon ?? null,
    category_color: category?.color ?? null,
    date: row.date,
    time: row.time,
    timezone: row.timezone,
    transaction_datetime: row.transaction_datetime,
    notes: row.notes,
    template_id: row.template_id,
    is_recurring: row.template_id !== null,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

export type PresentedTransaction = ReturnType<typeof presentTransaction>;
