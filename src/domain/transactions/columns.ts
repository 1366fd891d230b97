import type { TransactionRow } from '../../db/tables.ts';

/** All that is kept of a transaction. */
export const COLUMNS = [
  'user_id',
  'id',
  'type',
  'amount',
  'description',
  'merchant_name',
  'category_id',
  'date',
  'time',
  'timezone',
  'transaction_datetime',
  'notes',
  'template_id',
  'occurrence_date',
  'is_detached',
  'search_text',
  'created_at',
  'updated_at',
] as const satisfies (keyof TransactionRow)[];
