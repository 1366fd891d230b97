import * as v from 'valibot';
import { CURRENCIES, DEFAULT_CURRENCY } from '../../i18n/currencies.ts';
import { type DecimalMark, readAmount } from '../amount-text.ts';
import { currencySchema } from '../currency.ts';
import { parseAmount } from '../money.ts';
import { blankable } from '../schemas.ts';

/** The largest amount that is converted, in minor units: a thousand times that of a transaction, because of the yen. */
const MOST = 100_000_000_000;

const required = v.pipe(v.optional(v.unknown(), ''), currencySchema);

const OF_CONVERSION = new Map([
  ['errors:amountMax', 'errors:convertedMax'],
  ['errors:amountCurrency', 'errors:convertedCurrency'],
]);

function amountSchema(decimal_separator: DecimalMark, from: unknown) {
  const named = v.safeParse(required, from);
  const style = { decimal_separator, currency: named.success ? named.output : DEFAULT_CURRENCY };
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.metadata({ type: ['number', 'string'], description: '0.01 to 1000000000, at most two decimals.' }),
    v.rawTransform<unknown, number>(({ dataset: { value }, addIssue, NEVER }) => {
      const read =
        typeof value === 'string' ? readAmount(value, style, { most: MOST }) : parseAmount(value, MOST);
      if ('minor' in read && read.minor > 0) return read.minor;
      const fault = 'fault' in read ? read.fault : 'errors:amountMin';
      addIssue({ message: OF_CONVERSION.get(fault) ?? fault, expected: CURRENCIES[style.currency] });
      return NEVER;
    }),
  );
}

/**
 * An amount, from one currency to another. It may be written with the symbol of `from`, as that is given, and with the
 * decimal mark of the person who types it.
 */
export function convertSchema(from: unknown, own: DecimalMark = '.') {
  return v.object({ from: required, to: required, amount: amountSchema(own, from) });
}

/** What is converted; minor units. */
export type Conversion = v.InferOutput<ReturnType<typeof convertSchema>>;

export const ratesSchema = v.object({ base: blankable(currencySchema) });
