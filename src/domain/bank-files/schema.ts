import * as v from 'valibot';
import { currencySchema } from '../currency.ts';
import { CURRENCY_ALIASES } from '../currency-names.ts';
import { limitField, paginationFields } from '../pagination.ts';
import {
  amountIssue,
  blankable,
  DESCRIPTION_MAX,
  emptiable,
  flag,
  idSchema,
  manySchema,
  maxLetters,
  optionalText,
  plainReadings,
  trimmed,
} from '../schemas.ts';
import { COLUMN_ROLES } from './bank-file.ts';
import { EARLIEST, isPart, MOST_PARTS } from './preview/lines.ts';
import { dayOf, sentAmount, sentOriginal } from './sent-rows/sent-values.ts';

/** In the order of their tabs. */
export const STATES = ['new', 'probable', 'transfer', 'matched', 'pending', 'error', 'skipped'] as const;
export const DECISIONS = ['import', 'leave_out', 'merge', 'transfer'] as const;
export const STATUSES = ['needs_mapping', 'preview', 'running', 'done', 'undone', 'failed'] as const;

const stateSchema = v.picklist(STATES, 'errors:valueInvalid');
const decisionSchema = v.picklist(DECISIONS, 'errors:valueInvalid');

/** The fields beside a file. */
export const uploadSchema = v.object({
  accountId: blankable(
    v.pipe(
      idSchema('errors:accountInvalid'),
      v.description('The account of its rows; by default found by what the file says of it, or remembered.'),
    ),
  ),
  again: blankable(v.pipe(flag, v.description('Reads a file that was carried out before once more.'))),
});

const page = {
  ...paginationFields,
  limit: limitField(50),
};

export const importListSchema = v.object(page);

export const linesSchema = v.object({ state: blankable(stateSchema), ...page });

const column = v.optional(
  v.nullable(
    v.pipe(
      v.number('errors:valueInvalid'),
      v.integer('errors:valueInvalid'),
      v.minValue(0, 'errors:valueInvalid'),
    ),
  ),
);

/** Missing parts stay as guessed; null removes a column. */
export const mappingSchema = v.object({
  columns: v.optional(
    v.strictObject(
      Object.fromEntries(COLUMN_ROLES.map((role) => [role, column])) as Record<
        (typeof COLUMN_ROLES)[number],
        typeof column
      >,
      'errors:columnUnknown',
    ),
  ),
  dateOrder: blankable(v.picklist(['dmy', 'mdy', 'ymd'], 'errors:valueInvalid')),
  decimalMark: blankable(v.picklist(['.', ','], 'errors:valueInvalid')),
  sign: blankable(v.picklist(['minus_out', 'plus_out'], 'errors:valueInvalid')),
  accountId: blankable(idSchema('errors:accountInvalid')),
  accountIds: v.optional(
    v.pipe(
      v.array(v.nullable(idSchema('errors:accountInvalid')), 'errors:accountInvalid'),
      v.description('Of the accounts that the file names, in the order of `accounts`.'),
    ),
  ),
});

/** Limits of one request. */
const DECISIONS_MOST = 1000;

export const decisionsSchema = v.object({
  decisions: v.optional(
    manySchema(
      'index, and what changes: decision, categoryId, merchant_name, description, accountId, transferAccountId.',
      DECISIONS_MOST,
      { required: 'errors:importRowsRequired', most: 'errors:importRowsMost' },
    ),
  ),
  state: blankable(stateSchema),
  decision: blankable(decisionSchema),
});

export const rowDecisionSchema = v.object({
  index: v.pipe(
    v.number('errors:valueInvalid'),
    v.integer('errors:valueInvalid'),
    v.minValue(0, 'errors:valueInvalid'),
    v.maxValue(1_000_000, 'errors:valueInvalid'),
  ),
  decision: blankable(decisionSchema),
  categoryId: emptiable(blankable(idSchema('errors:categoryInvalid'))),
  merchant_name: emptiable(optionalText(255, 'errors:payeeMax')),
  description: v.optional(
    v.pipe(
      v.string('errors:textExpected'),
      trimmed,
      v.minLength(1, 'errors:descriptionRequired'),
      maxLetters(DESCRIPTION_MAX, 'errors:descriptionMax'),
    ),
  ),
  accountId: blankable(idSchema('errors:accountInvalid')),
  transferAccountId: blankable(idSchema('errors:accountInvalid')),
});

export const undoSchema = v.object({
  force: blankable(v.pipe(flag, v.description('Removes what was changed since too.'))),
  keepChanged: blankable(v.pipe(flag, v.description('Removes only what was not changed since.'))),
});

const billsPaid = blankable(
  v.pipe(
    flag,
    v.description(
      'Whether the bills of the cards that rows belong to were paid, as far as they are charged by today. What nothing else has paid of each gets a transaction on its day that counts as an opening balance.',
    ),
  ),
);

export const carryOutSchema = v.object({
  billsPaid,
  keepsStated: blankable(
    v.pipe(
      flag,
      v.description(
        'Opening balances that were stated for a later day than that of rows have these rows in them, and move to before them. By default the rows count on top.',
      ),
    ),
  ),
  again: blankable(
    v.pipe(flag, v.description('Brings in a file although another import of it was carried out meanwhile.')),
  ),
});

const ROWS_MOST = 1000;

export const sentRowsSchema = v.object({
  rows: manySchema(
    'date (YYYY-MM-DD, DD/MM/YYYY or an instant; without a zone the day as it is written), amount or chargedAmount (below zero for what was spent), description, memo, account (number or name), externalId or hash (what bears the same again with another amount, sign or day waits in the preview), or identifier (a reference, which several rows may have), currency, originalAmount, originalCurrency, chargeDate or processedDate (kept of cards alone, none before that of the row), installment (`{n, of, total}`, where `total` is the price), status (booked or pending).',
    ROWS_MOST,
    { required: 'errors:importRowsRequired', most: 'errors:importRowsMost' },
  ),
  billsPaid,
});

const text = (most: number) => optionalText(most, 'errors:valueMax');
const textOrNumber = (most: number) =>
  blankable(
    v.pipe(
      v.union([v.string(), v.number()], 'errors:textExpected'),
      v.transform(String),
      v.maxLength(most, 'errors:valueMax'),
    ),
  );
const count = v.optional(
  v.pipe(
    v.number('errors:valueInvalid'),
    v.integer('errors:valueInvalid'),
    v.minValue(1, 'errors:valueInvalid'),
    v.maxValue(MOST_PARTS, 'errors:valueInvalid'),
  ),
);

const day = v.pipe(
  v.unknown(),
  v.check((value) => (dayOf(value, 'UTC') ?? '') >= EARLIEST, 'errors:dateInvalid'),
);
const money = (read: typeof sentAmount) =>
  v.pipe(
    v.unknown(),
    v.rawTransform<unknown, number>(({ dataset, addIssue, NEVER }) => {
      const parsed = read(dataset.value);
      if ('minor' in parsed) return parsed.minor;
      addIssue(amountIssue({ ...parsed, readings: plainReadings(dataset.value) }));
      return NEVER;
    }),
  );

/** The currency of what was paid abroad: it is only noted where we do not know it. */
const writtenCurrency = v.pipe(
  v.string('errors:currencyInvalid'),
  v.transform((text) => CURRENCY_ALIASES.get(text.trim().toUpperCase()) ?? text.trim().toUpperCase()),
  v.regex(/^[A-Z]{3}$/, 'errors:currencyInvalid'),
);

export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** What scrapers of banks call fields of a row. */
export const ROW_NAMES = {
  amount: 'chargedAmount',
  currency: 'chargedCurrency',
  chargeDate: 'processedDate',
  installment: 'installments',
} as const;

/** A row by our names of its fields, which win. */
export function namedAsOurs(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const sent = row as Record<string, unknown>;
  const ours = { ...sent };
  for (const [name, other] of Object.entries(ROW_NAMES))
    if ((sent[name] ?? sent[snake(name)] ?? '') === '') ours[name] = sent[other] ?? sent[snake(other)];
  return ours;
}

/** What names a choice which account a file's account is. */
export const fileAccountSchema = v.object({
  key: v.pipe(v.string('errors:valueInvalid'), v.maxLength(600, 'errors:valueInvalid')),
});

/** What a purchase in payments may cost, in the unit that is sent. */
const PRICE_MOST = 1_000_000_000;

/** Which of how many payments, by one of two names each; beside `of`, `total` is what all of them cost. */
const installment = v.pipe(
  v.object({
    n: count,
    of: count,
    number: count,
    total: v.optional(
      v.pipe(
        v.number('errors:valueInvalid'),
        v.minValue(0.01, 'errors:valueInvalid'),
        v.maxValue(PRICE_MOST, 'errors:valueInvalid'),
      ),
    ),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { value: sent } = dataset;
    const key = sent.n === undefined ? 'number' : 'n';
    const [n, of] = [sent.n ?? sent.number, sent.of ?? sent.total];
    if (n === undefined ? of === undefined : of !== undefined && isPart({ n, of })) return;
    const path = [{ type: 'object', origin: 'value', input: sent, key, value: sent[key] }] as const;
    addIssue({ message: 'errors:valueInvalid', path: [...path] });
  }),
);

/** A row that a program sends; its values are read by `sent-values.ts`. */
export const sentRowSchema = v.object({
  date: v.optional(day, null),
  amount: v.optional(money(sentAmount), null),
  description: text(2000),
  memo: text(2000),
  payee: text(2000),
  account: textOrNumber(100),
  externalId: textOrNumber(255),
  identifier: textOrNumber(255),
  hash: textOrNumber(255),
  currency: blankable(currencySchema),
  originalAmount: blankable(money(sentOriginal)),
  originalCurrency: blankable(writtenCurrency),
  chargeDate: blankable(day),
  installment: v.optional(v.nullable(installment)),
  status: blankable(v.picklist(['booked', 'completed', 'pending'], 'errors:valueInvalid')),
});

export type SentRow = v.InferOutput<typeof sentRowSchema>;
