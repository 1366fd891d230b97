import * as v from 'valibot';
import { type FIELDS, type FieldName, mapFields } from '../../domain/transactions/fields.ts';
import type { PresentedTransaction } from '../../domain/transactions/present.ts';
import type { PresentedTransfer } from '../../domain/transactions/transfers/transfer.ts';
import { CURRENCY_CODES } from '../../i18n/currencies.ts';
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

const FIELD_SHAPES = {
  type: typeShape,
  amount: v.pipe(amountShape, v.minValue(0)),
  text: v.string(),
  category: idShape,
  account: idShape,
  date: dateShape,
  time: timeShape,
  timezone: timezoneShape,
};

type FieldShapes = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends { isOptional: true }
    ? v.NullableSchema<(typeof FIELD_SHAPES)[(typeof FIELDS)[Name]['kind']], undefined>
    : (typeof FIELD_SHAPES)[(typeof FIELDS)[Name]['kind']];
};

const fieldShapes = mapFields((_name, { kind, isOptional }) =>
  isOptional ? v.nullable(FIELD_SHAPES[kind]) : FIELD_SHAPES[kind],
) as FieldShapes;

export const transactionShape = v.object({
  id: idShape,
  ...fieldShapes,
  amount: v.pipe(
    v.nullable(fieldShapes.amount),
    v.description('In your currency; null while no rate is known, and then in no total.'),
  ),
  category: v.nullable(v.object({ id: idShape, name: nullableText, icon: v.string(), color: colorShape })),
  category_name: nullableText,
  category_icon: nullableText,
  category_color: nullableText,
  account_name: v.string(),
  account_amount: v.pipe(
    v.nullable(amountShape),
    v.description('In the currency of the account, where that is not yours; null while no rate is known.'),
  ),
  account_currency: v.nullable(v.picklist(CURRENCY_CODES)),
  original: v.nullable(
    v.object({
      amount: amountShape,
      currency: v.picklist(CURRENCY_CODES),
      rate: v.pipe(v.nullable(v.number()), v.description('Null while none is known.')),
      is_kept: v.pipe(
        v.optional(v.boolean()),
        v.description(
          'Only what a move from an account in your currency kept: an amount that is sent replaces it.',
        ),
      ),
    }),
  ),
  transaction_datetime: instantShape,
  installment: v.nullable(v.object({ n: countShape, of: countShape, total: v.nullable(amountShape) })),
  payments_end: v.pipe(
    v.boolean(),
    v.description('Of a payment that a file brought: no more of its purchase are expected.'),
  ),
  template_id: v.nullable(idShape),
  is_recurring: v.boolean(),
  is_opening: v.pipe(
    v.boolean(),
    v.description(
      'An opening balance: in the balance, and neither an income nor an expense, whatever `type` says, which is its sign.',
    ),
  ),
  created_at: instantShape,
  updated_at: instantShape,
}) satisfies v.GenericSchema<PresentedTransaction>;

export const readTransactionShape = v.object({
  ...transactionShape.entries,
  has_time: v.pipe(
    v.boolean(),
    v.description('Whether somebody said its time. Files of banks have none, and `time` stands for it then.'),
  ),
});

export const transferShape = v.object({
  id: idShape,
  type: v.literal('transfer'),
  amount: v.pipe(
    v.nullable(v.pipe(amountShape, v.minValue(0))),
    v.description('In the currency of the account that it leaves; null while no rate is known.'),
  ),
  amount_to: v.pipe(
    v.nullable(v.pipe(amountShape, v.minValue(0))),
    v.description('In the currency of the account where it arrives; null while no rate is known.'),
  ),
  rate: v.optional(
    v.pipe(
      v.nullable(v.number()),
      v.description(
        'Between two accounts in other currencies than yours: your currency for one of `amount`, null while none is known.',
      ),
    ),
  ),
  description: v.string(),
  from_account_id: idShape,
  from_account_name: v.string(),
  to_account_id: idShape,
  to_account_name: v.string(),
  date: dateShape,
  to_date: dateShape,
  time: timeShape,
  timezone: timezoneShape,
  notes: nullableText,
  template_id: v.nullable(idShape),
  created_at: instantShape,
  updated_at: instantShape,
}) satisfies v.GenericSchema<PresentedTransfer>;

export type TransactionData = v.InferOutput<typeof transactionShape>;

export const transactionsShape = v.array(transactionShape);

/** A payment that is expected and not recorded yet. */
export const expectedPaymentShape = v.object({
  transaction_id: v.nullable(idShape),
  account_id: idShape,
  description: v.string(),
  amount: v.nullable(amountShape),
  account_amount: v.nullable(amountShape),
  charge_date: dateShape,
  installment: v.object({ n: countShape, of: countShape }),
});

export const entriesShape = v.array(v.union([transactionShape, transferShape]));

export const payeeShape = v.object({ name: v.string(), transaction_count: countShape, last_date: dateShape });

export type PayeeData = v.InferOutput<typeof payeeShape>;

export const paginationShape = v.object({
  page: countShape,
  limit: countShape,
  total: countShape,
  hasMore: v.boolean(),
  nextCursor: nullableText,
});
