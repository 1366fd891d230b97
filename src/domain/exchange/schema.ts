import * as v from 'valibot';
import { CURRENCIES, DEFAULT_CURRENCY } from '../../i18n/currencies.ts';
import { type NumberMarks, PLAIN_MARKS, readAmount } from '../amount-text.ts';
import { currencySchema } from '../currency.ts';
import { parseAmount } from '../money.ts';
import { amountIssue, blankable } from '../schemas.ts';

/** In minor units: a thousand times the maximum of a transaction, because of the yen. */
const MOST = 100_000_000_000;

const required = v.pipe(v.optional(v.unknown(), ''), currencySchema);

const OF_CONVERSION = new Map([
  ['errors:amountMax', 'errors:balanceMax'],
  ['errors:amountCurrency', 'errors:convertedCurrency'],
]);

function amountSchema({ decimal_separator, thousand_separator }: NumberMarks, from: unknown) {
  const parsedCurrency = v.safeParse(required, from);
  const currency = parsedCurrency.success ? parsedCurrency.output : DEFAULT_CURRENCY;
  const style = { decimal_separator, thousand_separator, currency };
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.metadata({ type: ['number', 'string'], description: '0.01 to 1000000000, at most two decimals.' }),
    v.rawTransform<unknown, number>(({ dataset: { value }, addIssue, NEVER }) => {
      const parsed =
        typeof value === 'string' ? readAmount(value, style, { most: MOST }) : parseAmount(value, MOST);
      if ('minor' in parsed && parsed.minor > 0) return parsed.minor;
      const { message, expected } = amountIssue(
        'error' in parsed ? parsed : { error: 'errors:amountMin' },
        CURRENCIES[currency],
      );
      addIssue({ message: OF_CONVERSION.get(message) ?? message, expected });
      return NEVER;
    }),
  );
}

/** The amount is typed in the symbol of `from` and the marks of the person. */
export function convertSchema(from: unknown, marks: NumberMarks = PLAIN_MARKS) {
  return v.object({ from: required, to: required, amount: amountSchema(marks, from) });
}

export type Conversion = v.InferOutput<ReturnType<typeof convertSchema>>;

export const ratesSchema = v.object({ base: blankable(currencySchema) });
