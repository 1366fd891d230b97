import * as v from 'valibot';
import type { AmountStyle } from '../amount-text.ts';
import { colorSchema, iconSchema } from '../categories/schema.ts';
import { currencySchema } from '../currency.ts';
import {
  amountSchema,
  basedOnSchema,
  blankable,
  emptiable,
  flag,
  maxLetters,
  optionalText,
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

const id = v.pipe(v.string('errors:accountInvalid'), v.maxLength(40, 'errors:accountInvalid'));

const billingDay = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number))],
    'errors:billingDayInvalid',
  ),
  v.integer('errors:billingDayInvalid'),
  v.minValue(1, 'errors:billingDayInvalid'),
  v.maxValue(31, 'errors:billingDayInvalid'),
);

const chosen = {
  currency: blankable(currencySchema),
  number: optionalText(ACCOUNT_NUMBER_MAX, 'errors:accountNumberMax'),
  icon: blankable(iconSchema),
  color: blankable(colorSchema),
  is_archived: v.optional(flag),
  in_balance: v.optional(flag),
  billing_day: blankable(billingDay),
  pays_from: blankable(id),
  /** Signed minor units; below zero for debts. */
  opening_balance: blankable(amountSchema),
  opening_date: blankable(realDate),
};

const queryFlag = v.pipe(
  v.optional(v.string(), 'false'),
  v.transform((text) => text === 'true' || text === '1'),
);

export const accountFilterSchema = v.object({ archived: queryFlag });

export const accountSchema = v.object({
  name: v.optional(nameSchema, ''),
  kind: v.optional(v.picklist(ACCOUNT_KINDS, 'errors:accountKindInvalid'), 'bank'),
  ...chosen,
});

export type AccountInput = v.InferOutput<typeof accountSchema>;

/** Missing fields stay; an empty number, billing day or paying account is removed. */
export const accountChangesSchema = v.object({
  ...chosen,
  name: v.optional(nameSchema),
  kind: v.optional(v.picklist(ACCOUNT_KINDS, 'errors:accountKindInvalid')),
  number: emptiable(chosen.number),
  billing_day: emptiable(chosen.billing_day),
  pays_from: emptiable(chosen.pays_from),
  /** In lists and choices, from 0. */
  position: v.optional(
    v.pipe(
      v.number('errors:valueInvalid'),
      v.integer('errors:valueInvalid'),
      v.minValue(0, 'errors:valueInvalid'),
      v.maxValue(1000, 'errors:valueInvalid'),
    ),
  ),
  basedOn: basedOnSchema,
});

export type AccountChanges = v.InferOutput<typeof accountChangesSchema>;

/**
 * The fields of a form that differ: the opening balance is in the person's notation, empty means none, and a box that is
 * not ticked is not sent.
 */
export function writtenFields(style: AmountStyle, current?: string) {
  return {
    opening_balance: blankable(writtenAmountSchema(style, current)),
    in_balance: v.pipe(
      v.optional(v.string('errors:valueInvalid')),
      v.transform((value) => value === 'on'),
    ),
  };
}

export const accountRemovalSchema = v.object({ moveTo: blankable(id) });
