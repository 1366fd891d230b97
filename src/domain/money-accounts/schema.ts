import * as v from 'valibot';
import type { AmountStyle } from '../amount-text.ts';
import { isDate } from '../calendar.ts';
import { colorSchema, iconSchema } from '../categories/schema.ts';
import { currencySchema } from '../currency.ts';
import { MAX_BALANCE } from '../money.ts';
import {
  balanceSchema,
  basedOnSchema,
  blankable,
  emptiable,
  flag,
  idSchema,
  maxLetters,
  optionalText,
  queryFlag,
  realDate,
  trimmed,
} from '../schemas.ts';
import { writtenAmountSchema } from '../transactions/schema.ts';
import { ACCOUNT_KINDS } from './kinds.ts';

export const ACCOUNT_NAME_MAX = 60;
export const ACCOUNT_NUMBER_MAX = 40;

const nameSchema = v.pipe(
  v.string('errors:textExpected'),
  trimmed,
  v.minLength(1, 'errors:accountNameRequired'),
  maxLetters(ACCOUNT_NAME_MAX, 'errors:accountNameMax'),
);

const id = idSchema('errors:accountInvalid');

const billingDay = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number))],
    'errors:billingDayInvalid',
  ),
  v.integer('errors:billingDayInvalid'),
  v.minValue(1, 'errors:billingDayInvalid'),
  v.maxValue(31, 'errors:billingDayInvalid'),
);

const ZERO = /^\s*[-−]?0+(?:[.,]0*)?\s*$/;

/** An amount, or zero. */
export function orZero(schema: typeof balanceSchema | ReturnType<typeof writtenAmountSchema>) {
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.metadata({ type: ['number', 'string'] }),
    v.rawTransform<unknown, number>(({ dataset: { value }, addIssue, NEVER }) => {
      if (ZERO.test(String(value))) return 0;
      const read = v.safeParse(schema, value);
      if (read.success) return read.output;
      const [{ message, expected }] = read.issues;
      // An amount below the smallest, which is not zero, has too many decimals.
      const isPart = message === 'errors:amountMin';
      addIssue({ message: isPart ? 'errors:amountDecimals' : message, expected: expected ?? undefined });
      return NEVER;
    }),
  );
}

// As early as a transaction of an exported file may be: figures go through all months since.
const EARLIEST_OPENING = '1900-01-01';

const chosen = {
  currency: blankable(currencySchema),
  number: optionalText(ACCOUNT_NUMBER_MAX, 'errors:accountNumberMax'),
  icon: blankable(iconSchema),
  color: blankable(colorSchema),
  /** In lists and choices, from 0. */
  position: v.optional(
    v.pipe(
      v.number('errors:valueInvalid'),
      v.integer('errors:valueInvalid'),
      v.minValue(0, 'errors:valueInvalid'),
      v.maxValue(1000, 'errors:valueInvalid'),
    ),
  ),
  is_archived: v.optional(flag),
  in_balance: v.optional(flag),
  billing_day: blankable(billingDay),
  pays_from: blankable(id),
  /** Signed minor units; below zero for debts, and zero for none. */
  opening_balance: blankable(orZero(balanceSchema)),
  opening_date: blankable(
    v.pipe(
      realDate,
      v.check((date) => date >= EARLIEST_OPENING, 'errors:dateInvalid'),
    ),
  ),
};

export const accountFilterSchema = v.object({ archived: v.optional(queryFlag, 'false') });

export const accountSchema = v.object({
  name: v.optional(nameSchema, ''),
  kind: v.optional(v.picklist(ACCOUNT_KINDS, 'errors:accountKindInvalid'), 'bank'),
  ...chosen,
});

export type AccountInput = v.InferOutput<typeof accountSchema>;

/** Missing fields stay; an empty number, billing day or paying account is removed, and an opening balance of zero. */
export const accountChangesSchema = v.object({
  ...chosen,
  name: v.optional(nameSchema),
  kind: v.optional(v.picklist(ACCOUNT_KINDS, 'errors:accountKindInvalid')),
  number: emptiable(chosen.number),
  billing_day: emptiable(chosen.billing_day),
  pays_from: emptiable(chosen.pays_from),
  basedOn: basedOnSchema,
});

/** A form whose opening balance was emptied sends null, which removes it. */
export type AccountChanges = Omit<v.InferOutput<typeof accountChangesSchema>, 'opening_balance'> & {
  opening_balance?: number | null | undefined;
};

/**
 * The fields of a form that differ: the opening balance is in the person's notation, empty means none, and a box that is
 * not ticked is not sent.
 */
export function writtenFields(style: AmountStyle, current?: string) {
  return {
    opening_balance: blankable(orZero(writtenAmountSchema(style, current, MAX_BALANCE))),
    in_balance: v.pipe(
      v.optional(v.string('errors:valueInvalid')),
      v.transform((value) => value === 'on'),
    ),
  };
}

const checkDate = (today: string) =>
  v.pipe(
    v.optional(v.string('errors:dateInvalid'), today),
    v.check(isDate, 'errors:dateInvalid'),
    v.check((date) => date <= today, 'errors:checkFuture'),
  );

export const checkQuerySchema = v.object({ date: blankable(realDate) });

/** A check against the bank: what it shows on a day, and which transactions are there too. */
export const checkSchema = (today: string) =>
  v.object({
    balance: orZero(balanceSchema),
    date: checkDate(today),
    transactionIds: v.optional(v.array(id)),
    adjust: v.optional(flag, false),
  });

export function checkFormSchema(today: string, style: AmountStyle) {
  return v.object({
    balance: orZero(writtenAmountSchema(style, undefined, MAX_BALANCE)),
    date: checkDate(today),
  });
}

export const payBillsSchema = v.object({ transfersFrom: blankable(realDate) });

export const accountRemovalSchema = v.object({ moveTo: blankable(id) });
