import * as v from 'valibot';
import { amountShape, countShape, dateShape, idShape, nullableText } from './values.ts';

const sums = { income: amountShape, expenses: amountShape };

/** Entries, because some answers add fields. */
export const balanceEntries = { ...sums, balance: amountShape };

export const balanceShape = v.object(balanceEntries);

export const summed = { ...sums, net: amountShape, count: countShape };

export const dayShape = v.object({ date: dateShape, ...sums, net: amountShape });

export const categoryShareShape = v.object({
  category_id: v.nullable(idShape),
  category_name: nullableText,
  icon: nullableText,
  color: nullableText,
  total_amount: amountShape,
  transaction_count: countShape,
  percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
});

const dayBalanceShape = v.object({ date: dateShape, balance: amountShape });

export const projectionShape = v.object({
  today: dayBalanceShape,
  month_end: dayBalanceShape,
  in_90_days: dayBalanceShape,
  lowest: v.nullable(dayBalanceShape),
});
