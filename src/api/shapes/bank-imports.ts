import * as v from 'valibot';
import { FILE_PARTS } from '../../domain/bank-files/outcome.ts';
import { AMBIGUITIES, type PresentedLine } from '../../domain/bank-files/read-imports.ts';
import { DECISIONS, STATES, STATUSES } from '../../domain/bank-files/schema.ts';
import {
  amountShape,
  countShape,
  dateShape,
  idShape,
  instantShape,
  nullableText,
  typeShape,
} from './values.ts';

const period = v.object({ from: v.nullable(dateShape), to: v.nullable(dateShape) });

const counts = v.object({
  new: countShape,
  matched: countShape,
  probable: countShape,
  transfer: countShape,
  pending: countShape,
  skipped: countShape,
  error: countShape,
});

const columnIndex = v.optional(countShape);

export const fileAccountShape = v.object({
  key: v.string(),
  kind: v.string(),
  name: nullableText,
  account_id: idShape,
  updated_at: instantShape,
});

export const importShape = v.object({
  id: idShape,
  file_name: v.string(),
  /** `account` for our own file, `api` for rows that a program sent. */
  kind: v.string(),
  status: v.picklist(STATUSES),
  account_id: v.nullable(idShape),
  accounts: v.array(v.object({ name: v.string(), account_id: v.nullable(idShape) })),
  currency: nullableText,
  period,
  counts,
  totals: v.object({ income: amountShape, expenses: amountShape }),
  closing_balance: v.nullable(amountShape),
  balance_difference: v.nullable(amountShape),
  differences: v.array(v.object({ charge_date: dateShape, printed: amountShape, read: amountShape })),
  /** What does not come from the file of an account into one that is in use. */
  parts_left_out: v.array(v.object({ part: v.picklist(FILE_PARTS), count: countShape })),
  ambiguous: v.array(v.picklist(AMBIGUITIES)),
  mapping: v.nullable(
    v.object({
      columns: v.object({
        date: columnIndex,
        amount: columnIndex,
        out: columnIndex,
        in: columnIndex,
        sign: columnIndex,
        description: columnIndex,
        payee: columnIndex,
        notes: columnIndex,
        category: columnIndex,
        currency: columnIndex,
        balance: columnIndex,
        reference: columnIndex,
      }),
      date_order: v.nullable(v.picklist(['dmy', 'mdy', 'ymd'])),
      decimal_mark: v.nullable(v.picklist(['.', ','])),
      sign: v.nullable(v.picklist(['minus_out', 'plus_out'])),
      header: v.array(v.string()),
      sample: v.array(v.array(v.string())),
    }),
  ),
  created_at: instantShape,
  done_at: v.nullable(instantShape),
  undone_at: v.nullable(instantShape),
});

export const lineShape = v.object({
  index: countShape,
  line: countShape,
  state: v.picklist(STATES),
  decision: v.picklist(DECISIONS),
  date: v.nullable(dateShape),
  charge_date: v.nullable(dateShape),
  amount: v.nullable(amountShape),
  currency: nullableText,
  type: v.nullable(typeShape),
  description: v.string(),
  merchant_name: nullableText,
  notes: nullableText,
  category_id: v.nullable(idShape),
  category_source: v.nullable(v.picklist(['rule', 'suggestion', 'file', 'person'])),
  account_id: v.nullable(idShape),
  external_id: nullableText,
  original: v.nullable(v.object({ amount: amountShape, currency: v.string() })),
  installment: v.nullable(v.object({ n: countShape, of: countShape, total: v.nullable(amountShape) })),
  matched_transaction_id: v.nullable(idShape),
  transfer_account_id: v.nullable(idShape),
  transaction_id: v.nullable(idShape),
  why: nullableText,
  message: nullableText,
}) satisfies v.GenericSchema<PresentedLine>;
