import * as v from 'valibot';
import { CURRENCIES, type Currency } from '../../i18n/currencies.ts';
import { timezoneSchema } from '../../i18n/timezones.ts';
import { type AmountStyle, readAmount } from '../amount-text.ts';
import { isDate, plusDays } from '../calendar.ts';
import { type Foreign, readOther } from '../foreign-amount.ts';
import { MAX_AMOUNT, parseAmount } from '../money.ts';
import {
  amountIssue,
  amountSchema,
  basedOnField,
  basedOnSchema,
  blankable,
  DESCRIPTION_MAX,
  emptiable,
  emptyAsNothing,
  flag,
  idSchema,
  maxLetters,
  optionalText,
  realDate,
  trimmed,
  typeSchema,
} from '../schemas.ts';
import { mapLines } from './fields.ts';
import { INSTALLMENTS_MOST } from './installment-amounts.ts';

/** How many days from today a transaction may be; a date further away is usually a typing error. */
export const DAYS_AHEAD = 365;
export const DAYS_BACK = 1825;

export { DESCRIPTION_MAX };
export const NOTES_MAX = 500;

const text = v.string('errors:textExpected');

// Posted forms end lines with two characters, scripts with one: both count as one.
const plainLines = (notes: string) => notes.replace(/\r\n?/g, '\n');

/**
 * The amount as text in the person's notation and currency; `current` is the text of the amount being changed, `most` in
 * minor units.
 */
export function writtenAmountSchema(style: AmountStyle, current?: string, most = MAX_AMOUNT) {
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.rawTransform<unknown, number>(({ dataset: { value }, addIssue, NEVER }) => {
      const read = readWritten(value, style, current, most);
      if ('minor' in read) return read.minor;
      addIssue(amountIssue(read, CURRENCIES[style.currency]));
      return NEVER;
    }),
  );
}

const readWritten = (value: unknown, style: AmountStyle, current: string | undefined, most?: number) =>
  typeof value === 'string' ? readAmount(value, style, { current, most }) : parseAmount(value, most);

type Written = number | Foreign | undefined;

/**
 * Undefined for the text of the amount being changed, which stays in the currency that it is in, and for none beside
 * what was paid.
 */
function formAmountSchema(style: AmountStyle, { current, isStored, typed, takesOther }: FormRules) {
  return v.pipe(
    v.optional(v.unknown(), ''),
    v.rawTransform<unknown, Written>(({ dataset: { value }, addIssue, NEVER }) => {
      if (isStored && value === current?.amount) return undefined;
      if (value === '' && typed?.originalAmount?.trim()) return undefined;
      const other = takesOther ? readOther(String(value), style) : undefined;
      const read = other?.read ?? readWritten(value, style, current?.amount);
      const { currency } = other ?? style;
      if ('minor' in read) return other ? { minor: Math.abs(read.minor), currency } : read.minor;
      addIssue(amountIssue(read, CURRENCIES[currency]));
      return NEVER;
    }),
  );
}

// Text that shows nothing is too short.
const descriptionSchema = v.pipe(
  text,
  v.minLength(1, 'errors:descriptionRequired'),
  trimmed,
  v.minLength(1, 'errors:descriptionTooShort'),
  maxLetters(DESCRIPTION_MAX, 'errors:descriptionMax'),
);

/**
 * An existing calendar date within the window around `today`, all local calendar dates. A transaction's own date,
 * `current`, may be outside: it is old by now, or that of a late payment of a purchase.
 */
export function dateSchema(today: string, current?: string) {
  return v.pipe(
    v.string('errors:dateInvalid'),
    v.check(isDate, 'errors:dateInvalid'),
    v.check((date) => !isDate(date) || date === current || !isTooFarAhead(date, today), 'errors:dateFuture'),
    v.check((date) => !isDate(date) || date === current || !isTooFarBack(date, today), 'errors:datePast'),
    v.description(`From ${DAYS_BACK} days back to ${DAYS_AHEAD} days ahead.`),
  );
}

export function isTooFarBack(date: string, today: string): boolean {
  return date < plusDays(today, -DAYS_BACK);
}

export function isTooFarAhead(date: string, today: string): boolean {
  return date > plusDays(today, DAYS_AHEAD);
}

export const timeSchema = v.pipe(
  v.string('errors:timeInvalid'),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'errors:timeInvalid'),
  v.transform((time) => time.slice(0, 5)),
  v.description('HH:MM'),
);

const chargeDateSchema = v.pipe(
  v.string('errors:chargeDateInvalid'),
  v.check(isDate, 'errors:chargeDateInvalid'),
  v.description('Of a purchase by credit card; by default the next billing day of the card.'),
);

const installmentsSchema = v.pipe(
  v.union(
    [v.number(), v.pipe(v.string(), v.regex(/^\s*\d{1,3}\s*$/), v.transform(Number))],
    'errors:installmentsInvalid',
  ),
  v.integer('errors:installmentsInvalid'),
  v.minValue(2, 'errors:installmentsInvalid'),
  v.maxValue(INSTALLMENTS_MOST, 'errors:installmentsInvalid'),
  v.description(
    'Of an expense: monthly payments that `amount` is divided into; the first one takes the rest.',
  ),
);

/** All fields may be missing; the use case supplies defaults. */
export function transactionSchema(today: string) {
  return v.object({
    type: v.optional(typeSchema),
    amount: amountSchema,
    description: v.nullish(descriptionSchema),
    ...mapLines(optionalText),
    categoryId: blankable(idSchema('errors:categoryInvalid')),
    accountId: blankable(idSchema('errors:accountInvalid')),
    date: blankable(dateSchema(today)),
    time: blankable(timeSchema),
    timezone: blankable(timezoneSchema),
    charge_date: blankable(chargeDateSchema),
    installments: blankable(installmentsSchema),
    notes: blankable(
      v.pipe(
        text,
        trimmed,
        v.transform(plainLines),
        maxLetters(NOTES_MAX, 'errors:notesMax'),
        emptyAsNothing,
      ),
    ),
  });
}

export type TransactionInput = v.InferOutput<ReturnType<typeof transactionSchema>>;

/** Missing fields stay, `null` or empty text clears an optional field. */
export function transactionChangesSchema(today: string) {
  const fields = transactionSchema(today).entries;
  return v.object({
    ...fields,
    amount: v.optional(amountSchema),
    ...mapLines((most, message) => emptiable(optionalText(most, message))),
    categoryId: emptiable(fields.categoryId),
    // `readForChange` checks a changed date: an unchanged one may be where a new one could not.
    date: blankable(
      v.pipe(
        realDate,
        v.description(`From ${DAYS_BACK} days back to ${DAYS_AHEAD} days ahead, or unchanged.`),
      ),
    ),
    charge_date: emptiable(fields.charge_date),
    installments: blankable(
      v.pipe(
        installmentsSchema,
        v.check(() => false, 'errors:installmentsNew'),
        v.description('Refused: only what is added is divided into payments.'),
      ),
    ),
    notes: emptiable(fields.notes),
    payments_end: v.pipe(
      v.optional(flag),
      v.description(
        'Whether no more payments of its purchase are expected: of a payment that a file brought, for all that are there.',
      ),
    ),
    basedOn: basedOnSchema,
  });
}

export type TransactionChanges = v.InferOutput<ReturnType<typeof transactionChangesSchema>>;

/** Field texts that may stay although they could no longer be typed. */
export interface CurrentValues {
  amount?: string;
  date?: string;
  originalAmount?: string;
  rate?: string;
  convertedAmount?: string;
}

/** How the form of page and dialog is checked. */
export interface FormRules {
  /** What the transaction being changed has. */
  current?: CurrentValues | undefined;
  /** Whether that is stored, so that an amount like it need not be sent. */
  isStored?: boolean;
  /** The name of the category that is chosen, or to be created. */
  categoryName?: string | undefined;
  /** Whether an amount may be in another currency than that of `style`. */
  takesOther?: boolean;
  /** What the fields beside the amount say. */
  typed?: { originalAmount?: string | undefined; originalCurrency?: string | undefined } | undefined;
  /** The person's, where `style` may be that of an account. */
  own?: Currency;
  /** The fields beside the amount, where they are asked for. */
  paid?: ((style: AmountStyle, rules: FormRules) => PaidEntries) | undefined;
}

export interface PaidEntries {
  originalAmount: v.GenericSchema<unknown, Foreign | null | undefined>;
  rate: v.GenericSchema<unknown, string | undefined>;
  convertedAmount: v.GenericSchema<unknown, number | undefined>;
}

const IGNORED = v.pipe(
  v.optional(v.unknown()),
  v.transform(() => undefined),
);

const NOT_ASKED: PaidEntries = { originalAmount: IGNORED, rate: IGNORED, convertedAmount: IGNORED };

/**
 * The form of page and dialog, which shows every field: date and type are required, and the amount is in the person's
 * notation. So is a description, unless there is a category, whose name takes its place.
 */
export function transactionFormSchema(today: string, style: AmountStyle, rules: FormRules = {}) {
  const { current = {}, categoryName = '' } = rules;
  const fields = transactionSchema(today).entries;
  return v.object({
    ...fields,
    amount: formAmountSchema(style, rules),
    ...NOT_ASKED,
    ...rules.paid?.(style, rules),
    type: typeSchema,
    description: v.pipe(
      v.optional(text, ''),
      v.transform((typed) => (typed.trim() ? typed : categoryName || typed)),
      descriptionSchema,
    ),
    date: v.pipe(
      v.optional(v.string('errors:dateInvalid'), ''),
      v.minLength(1, 'errors:dateRequired'),
      dateSchema(today, current.date),
    ),
    basedOn: basedOnField,
  });
}
