import * as v from 'valibot';
import { ACCOUNT_KINDS } from '../../domain/money-accounts/kinds.ts';
import type { PresentedAccount } from '../../domain/money-accounts/read.ts';
import { CURRENCY_CODES } from '../../i18n/currencies.ts';
import { amountShape, colorShape, dateShape, idShape, instantShape, nullableText } from './values.ts';

export const accountShape = v.object({
  id: idShape,
  name: v.string(),
  kind: v.picklist(ACCOUNT_KINDS),
  currency: v.picklist(CURRENCY_CODES),
  number: nullableText,
  icon: v.string(),
  color: colorShape,
  position: v.pipe(v.number(), v.integer()),
  is_archived: v.boolean(),
  in_balance: v.boolean(),
  billing_day: v.nullable(v.pipe(v.number(), v.minValue(1), v.maxValue(31))),
  pays_from: v.nullable(idShape),
  opening_balance: amountShape,
  opening_date: v.nullable(dateShape),
  balance: amountShape,
  balance_converted: amountShape,
  lacks_rate: v.pipe(
    v.boolean(),
    v.description(
      'Whether something in it has no rate, and so is nothing in `balance_converted` and every sum.',
    ),
  ),
  reconciled_until: v.nullable(dateShape),
  reconciled_balance: v.nullable(amountShape),
  updated_at: instantShape,
}) satisfies v.GenericSchema<PresentedAccount>;

export const checkShape = {
  date: dateShape,
  balance: amountShape,
  checked: amountShape,
  closing: v.nullable(v.object({ date: dateShape, balance: amountShape })),
  has_more: v.boolean(),
  transactions: v.array(
    v.object({ id: idShape, date: dateShape, description: v.string(), amount: amountShape }),
  ),
};
