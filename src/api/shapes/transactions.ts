import * as v from 'valibot';
import type { PresentedTransaction } from '../../domain/transactions/present.ts';
import {
  amountShape,
  colorShape,
  countShape,
  dateShape,
  idShape,
  instantShape,
  nullableText,
  timeShape,
  timezoneShape,
  typeShape,
} from './values.ts';

export const transactionShape = v.object({
  id: idShape,
  type: typeShape,
  amount: v.pipe(amountShape, v.minValue(0)),
  description: v.string(),
  merchant_name: nullableText,
  category_id: v.nullable(idShape),
  category: v.nullable(v.object({ id: idShape, name: nullableText, icon: v.string(), color: colorShape })),
  category_name: nullableText,
  category_icon: nullableText,
  category_color: nullableText,
  date: dateShape,
  time: timeShape,
  timezone: timezoneShape,
  transaction_datetime: instantShape,
  notes: nullableText,
  template_id: v.nullable(idShape),
  is_recurring: v.boolean(),
  created_at: instantShape,
  updated_at: instantShape,
}) satisfies v.GenericSchema<PresentedTransaction>;

export const transactionsShape = v.array(transactionShape);

export const paginationShape = v.object({
  page: countShape,
  limit: countShape,
  total: countShape,
  hasMore: v.boolean(),
  nextCursor: nullableText,
});
