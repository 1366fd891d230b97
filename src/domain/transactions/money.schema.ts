import * as v from 'valibot';
import { currencySchema } from '../currency.ts';
import type { FieldError } from '../error.ts';
import { MOST_DECIMALS } from '../exchange/decimal.ts';
import { amountSchema, blankable, emptiable, positiveAmountSchema } from '../schemas.ts';
import { transactionChangesSchema, transactionSchema } from './schema.ts';

// Every rate that is computed can be sent back.
const RATE = new RegExp(`^(?=.*[1-9])\\d{1,7}(?:\\.\\d{1,${MOST_DECIMALS}})?$`);

/** JSON writes the smallest ones with an exponent. */
const plain = (rate: number | string) => (/e-/.test(String(rate)) ? Number(rate).toFixed(20) : String(rate));

/** Decimal text without zeros at its end; zero is no rate. */
export const rateSchema = v.pipe(
  v.union([v.number(), v.string()], 'errors:rateInvalid'),
  v.transform((rate) => plain(rate).trim()),
  v.regex(RATE, 'errors:rateInvalid'),
  v.transform((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)),
  v.description('Your currency for one of what was paid, above zero.'),
);

/** Money in another currency than the account's or the person's. */
const MONEY = {
  originalAmount: blankable(amountSchema),
  originalCurrency: blankable(currencySchema),
  rate: blankable(rateSchema),
  convertedAmount: blankable(positiveAmountSchema),
};

/** The same by the names of answers. */
const ANSWERED = {
  accountAmount: emptiable(
    blankable(
      v.pipe(
        amountSchema,
        v.description(
          'As answers have it: in the currency of the account. `amount` beside it is in your currency, as theirs.',
        ),
      ),
    ),
  ),
  original: v.pipe(
    v.optional(
      v.nullable(
        v.object({
          amount: blankable(positiveAmountSchema),
          currency: blankable(currencySchema),
          rate: blankable(rateSchema),
        }),
      ),
    ),
    v.description('As answers have it: `originalAmount`, `originalCurrency` and `rate`.'),
  ),
};

/** A request that records may leave out the amount where it gives the original. */
export function recordedSchema(today: string) {
  return v.object({
    ...transactionSchema(today).entries,
    ...MONEY,
    ...ANSWERED,
    amount: blankable(amountSchema),
  });
}

export function changedSchema(today: string) {
  const { originalAmount: _signed, ...others } = MONEY;
  return v.object({
    ...transactionChangesSchema(today).entries,
    ...others,
    ...ANSWERED,
    // As it is answered while no rate is known.
    amount: v.pipe(
      v.nullish(amountSchema),
      v.transform((amount) => amount ?? undefined),
    ),
    /** Null takes it away. */
    originalAmount: v.optional(
      v.pipe(
        blankable(positiveAmountSchema),
        v.transform((value) => value ?? null),
      ),
    ),
  });
}

const isFilled = (value: unknown) => (value ?? '') !== '';

/** Whether what was paid was sent by one of its names. */
const paidIn = (sent: Record<string, unknown>, name: 'originalAmount' | 'originalCurrency') => {
  const original = Object(sent.original) as Record<string, unknown>;
  return isFilled(sent[name]) || isFilled(name === 'originalAmount' ? original.amount : original.currency);
};

/** What an amount needs beside it. */
export function moneyMissing(
  _valid: object,
  isInvalid: (field: string) => boolean,
  sent: Record<string, unknown>,
): FieldError[] {
  const has = (name: 'originalAmount' | 'originalCurrency') => paidIn(sent, name) || isInvalid(name);
  const errors: FieldError[] = [];
  if (has('originalAmount') && !has('originalCurrency'))
    errors.push({ field: 'originalCurrency', message: 'errors:currencyInvalid' });
  if (has('originalCurrency') && !has('originalAmount'))
    errors.push({ field: 'originalAmount', message: 'errors:amountRequired' });
  return errors;
}

/** As `moneyMissing`, for what is recorded, which needs an amount. */
export function recordedMissing(...[valid, isInvalid, sent]: Parameters<typeof moneyMissing>): FieldError[] {
  const isSent = [sent.amount, sent.accountAmount].some(isFilled) || paidIn(sent, 'originalAmount');
  const missing: FieldError[] = isSent ? [] : [{ field: 'amount', message: 'errors:amountRequired' }];
  return [...missing, ...moneyMissing(valid, isInvalid, sent)];
}
