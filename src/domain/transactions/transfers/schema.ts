import * as v from 'valibot';
import type { AmountStyle } from '../../amount-text.ts';
import { paginationFields } from '../../pagination.ts';
import { templateSchema } from '../../recurring/templates/schema.ts';
import {
  type RawChoices,
  scheduleEntries,
  type WizardInput,
} from '../../recurring/templates/wizard.schema.ts';
import {
  basedOnField,
  basedOnSchema,
  blankable,
  flag,
  idSchema,
  positiveAmountSchema,
  wholeNumber,
} from '../../schemas.ts';
import { listSchema } from '../list/filter.ts';
import { rateSchema } from '../money.schema.ts';
import { formRateSchema } from '../paid.schema.ts';
import {
  type CurrentValues,
  dateSchema,
  transactionChangesSchema,
  transactionSchema,
  writtenAmountSchema,
} from '../schema.ts';
import { DAYS_BETWEEN_SIDES } from './transfer.ts';

const account = idSchema('errors:accountInvalid');
const requiredAccount = v.pipe(
  v.optional(v.string('errors:accountInvalid'), ''),
  v.minLength(1, 'errors:accountInvalid'),
  v.maxLength(40, 'errors:accountInvalid'),
);

// The accounts say the direction.
const amount = positiveAmountSchema;

const amountTo = blankable(
  v.pipe(amount, v.description('What arrives, only where the accounts have different currencies.')),
);

const rate = blankable(
  v.pipe(
    rateSchema,
    v.description(
      'Between two accounts in other currencies than yours: your currency for one of `amount`; by default the day’s.',
    ),
  ),
);

/** A transfer: what was moved, from which account and to which. Missing date and time are now. */
function transferSchema(today: string) {
  const { description, date, time, timezone, notes } = transactionSchema(today).entries;
  return v.object({
    amount,
    amountTo,
    rate,
    fromAccountId: requiredAccount,
    toAccountId: requiredAccount,
    description,
    date,
    time,
    timezone,
    notes,
  });
}

/** A transfer that may repeat. */
export function repeatedTransferSchema(today: string) {
  const { interval_type, interval, end_date, max_occurrences } = templateSchema(today).entries;
  return v.object({
    ...transferSchema(today).entries,
    isRecurring: v.optional(flag),
    recurringFrequency: interval_type,
    recurringInterval: interval,
    recurringEndDate: end_date,
    recurringMaxOccurrences: max_occurrences,
  });
}

export type RepeatedTransferInput = v.InferOutput<ReturnType<typeof repeatedTransferSchema>> &
  Partial<Pick<WizardInput, 'dayOfMonth' | 'dayOfWeek'>>;

export type TransferInput = v.InferOutput<ReturnType<typeof transferSchema>>;

/** Missing fields stay. */
export function transferChangesSchema(today: string) {
  const { description, date, time, timezone, notes } = transactionChangesSchema(today).entries;
  return v.object({
    amount: v.optional(amount),
    amountTo,
    rate,
    fromAccountId: blankable(account),
    toAccountId: blankable(account),
    description,
    date,
    time,
    timezone,
    notes,
    basedOn: basedOnSchema,
  });
}

export type TransferChanges = v.InferOutput<ReturnType<typeof transferChangesSchema>>;

export const transferRemovalSchema = v.object({ basedOn: basedOnSchema });

/** The form of the page, which shows all but the time, which a line may have; each amount is in the person's notation. */
export function transferFormSchema(
  today: string,
  style: { from: AmountStyle; to: AmountStyle },
  current: CurrentValues & { amountTo?: string } = {},
) {
  const { description, time, notes } = transactionSchema(today).entries;
  return v.object({
    amount: writtenAmountSchema(style.from, current.amount),
    amountTo: blankable(writtenAmountSchema(style.to, current.amountTo)),
    rate: formRateSchema(current.rate),
    fromAccountId: requiredAccount,
    toAccountId: requiredAccount,
    description: blankable(description),
    date: v.pipe(
      v.optional(v.string('errors:dateInvalid'), ''),
      v.minLength(1, 'errors:dateRequired'),
      dateSchema(today, current.date),
    ),
    time: blankable(time),
    notes,
    basedOn: basedOnField,
  });
}

/** As `transferFormSchema`, of a transfer that may repeat: what does not apply is ignored. */
export function repeatedFormSchema(
  today: string,
  style: { from: AmountStyle; to: AmountStyle },
  raw: RawChoices,
  current?: CurrentValues & { amountTo?: string },
) {
  return v.object({ ...transferFormSchema(today, style, current).entries, ...scheduleEntries(raw, today) });
}

export const candidatesSchema = v.object({
  days: wholeNumber(DAYS_BETWEEN_SIDES, 0, 31, 'errors:transferDaysInvalid'),
});

const side = v.pipe(v.string('errors:pairSide'), v.maxLength(40, 'errors:pairSide'));

export const pairSchema = v.object({
  expenseId: side,
  incomeId: blankable(side),
  /** Instead of an income: the card whose bill the expense paid. */
  accountId: blankable(account),
});

export const answeredPairSchema = v.object({
  ...pairSchema.entries,
  act: v.picklist(['join', 'dismiss']),
  return: v.optional(v.string()),
});

const { limit, account: ofAccount, dateFrom, dateTo } = listSchema.entries;

export const transfersSchema = v.object({ ...paginationFields, limit, account: ofAccount, dateFrom, dateTo });
