import * as v from 'valibot';
import { type DecimalMark, readAmountText } from '../amount-text.ts';
import { currencySchema } from '../currency.ts';
import { decimalsFault } from '../decimals.ts';
import type { FieldFault } from '../error.ts';
import { parseAmount } from '../money.ts';
import { blankable } from '../schemas.ts';

/** The largest amount that is converted, in minor units: a thousand times that of a transaction, because of the yen. */
const MOST = 100_000_000_000;

function amountSchema(own: DecimalMark) {
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.metadata({ type: ['number', 'string'], description: '0.01 to 1000000000, at most two decimals.' }),
    v.transform((value) => (typeof value === 'string' ? readAmountText(value, own) : value)),
    v.rawTransform<unknown, number>(({ dataset, addIssue, NEVER }) => {
      const read = parseAmount(dataset.value, MOST);
      if ('minor' in read && read.minor > 0) return read.minor;
      const fault = 'fault' in read ? read.fault : 'errors:amountMin';
      addIssue({ message: fault === 'errors:amountMax' ? 'errors:convertedMax' : fault });
      return NEVER;
    }),
  );
}

const required = v.pipe(v.optional(v.unknown(), ''), currencySchema);

/** An amount, from one currency to another; `own` is the decimal mark of a person who types it. */
export function convertSchema(own: DecimalMark = '.') {
  return v.object({ from: required, to: required, amount: amountSchema(own) });
}

/** What is converted; minor units. */
export type Conversion = v.InferOutput<ReturnType<typeof convertSchema>>;

/** Finds the decimals of an amount in a currency that has none. */
export function fractionOfWhole({ from, amount }: Partial<Conversion>): FieldFault[] {
  const fault = from && amount !== undefined ? decimalsFault(amount, from) : null;
  return fault ? [fault] : [];
}

export const ratesSchema = v.object({ base: blankable(currencySchema) });
