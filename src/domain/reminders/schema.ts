import * as v from 'valibot';
import type { AmountStyle } from '../amount-text.ts';
import { MAX_BALANCE } from '../money.ts';
import { orZero } from '../money-accounts/schema.ts';
import { balanceSchema, flag } from '../schemas.ts';
import { timeSchema, writtenAmountSchema } from '../transactions/schema.ts';
import { REMINDER_KINDS } from './kinds.ts';

export const feedSchema = v.object({ hides_amounts: v.optional(flag, false) });

// Browsers do not send a switch that is off.
const switchField = v.pipe(
  v.optional(v.string(), ''),
  v.transform((text) => text === 'on'),
);

/** `act` is the button that was pressed. */
export const feedFormSchema = v.object({
  act: v.picklist(['calendar', 'revoke'], 'errors:valueInvalid'),
  hides_amounts: switchField,
});

const nullable = <Value>(schema: v.GenericSchema<unknown, Value>) =>
  v.union([
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    v.null(),
    schema,
  ]);

/** Missing fields stay; null and empty text mean none. */
export const remindersSchema = v.object({
  bill: v.optional(flag),
  budget: v.optional(flag),
  unusual_amount: v.optional(flag),
  low_balance: v.optional(flag),
  import_due: v.optional(flag),
  low_balance_line: v.optional(nullable(orZero(balanceSchema))),
  quiet_from: v.optional(nullable(timeSchema)),
  quiet_to: v.optional(nullable(timeSchema)),
  by_mail: v.optional(flag),
});

export type RemindersInput = v.InferOutput<typeof remindersSchema>;

/** The form has all fields, with the amount as its person writes it. */
export function remindersFormSchema(style: AmountStyle) {
  return v.object({
    bill: switchField,
    budget: switchField,
    unusual_amount: switchField,
    low_balance: switchField,
    import_due: switchField,
    low_balance_line: v.optional(nullable(orZero(writtenAmountSchema(style, undefined, MAX_BALANCE))), ''),
    quiet_from: v.optional(nullable(timeSchema), ''),
    quiet_to: v.optional(nullable(timeSchema), ''),
    by_mail: switchField,
  });
}

/** `all` is the button that stops every kind; without it only that of the address. */
export const unsubscribeSchema = v.object({ all: v.optional(v.string()) });

export const unsubscribeKindSchema = v.picklist([...REMINDER_KINDS, 'all']);
