import * as v from 'valibot';
import { DEFAULT_CURRENCY } from '../i18n/currencies.ts';
import { withoutIsolates } from '../i18n/isolated.ts';
import type { TextKey } from '../i18n/texts.ts';
import { PLAIN_MARKS, type Readings, readingsOf, type WrittenError } from './amount-text.ts';
import { isDate } from './calendar.ts';
import { fits, unitsFor } from './letters.ts';
import { MAX_AMOUNT, MAX_BALANCE, MIN_AMOUNT, parseAmount, toDecimal } from './money.ts';

const blankAsAbsent = v.transform((value: unknown) => (value === '' || value === null ? undefined : value));

/** A field that may be missing: absent, `null` and empty text all mean "nothing". */
export function blankable<Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.pipe(v.unknown(), blankAsAbsent, v.optional(schema)));
}

/** As `blankable`, with a value for "nothing", written as it would be typed. */
export function blankableOr<Schema extends v.GenericSchema<string, unknown>>(
  schema: Schema,
  nothing: string,
) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => (value === '' || value === null || value === undefined ? nothing : value)),
      schema,
    ),
    '',
  );
}

export const numberBetween = (least: number, most: number, message: TextKey) =>
  v.pipe(
    v.string(message),
    v.regex(/^\d{1,9}$/, message),
    v.transform(Number),
    v.minValue(least, message),
    v.maxValue(most, message),
  );

/** As `numberBetween`, with a number for "nothing". */
export const wholeNumber = (fallback: number, least: number, most: number, message: TextKey) =>
  blankableOr(numberBetween(least, most, message), String(fallback));

export const realDate = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string('errors:dateInvalid'),
  /* @__PURE__ */ v.check(isDate, 'errors:dateInvalid'),
);

export const idSchema = (message: TextKey) => v.pipe(v.string(message), v.maxLength(40, message));

/** A filter of lists and figures. */
export const accountFilter = /* @__PURE__ */ blankable(
  /* @__PURE__ */ v.pipe(
    /* @__PURE__ */ v.string('errors:accountInvalid'),
    /* @__PURE__ */ v.description('Comma-separated ids of accounts.'),
  ),
);

export const flag = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.union(
    [/* @__PURE__ */ v.boolean(), /* @__PURE__ */ v.picklist(['true', 'false'])],
    'errors:valueInvalid',
  ),
  /* @__PURE__ */ v.transform((value) => value === true || value === 'true'),
);

/** A flag of a query. */
export const queryFlag = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.picklist(['true', 'false', '1', '0', ''], 'errors:valueInvalid'),
  /* @__PURE__ */ v.transform((text) => text === 'true' || text === '1'),
);

/** Absent means "unchanged", while `null` and empty text mean "nothing". */
export function emptiable<Value extends string | number>(
  schema: v.GenericSchema<unknown, Value | undefined>,
) {
  return v.optional(
    v.pipe(
      schema,
      v.transform((value): Value | null => value ?? null),
    ),
  );
}

// Spaces, control characters, and characters that Unicode shows as nothing: direction marks, joiners, blank letters of
// Hangul and Braille.
const SHOWS_NOTHING = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * A text that would show nothing, such as U+200B alone, becomes empty. Isolates go: one that closes our own would have
 * the amount beside it read from the wrong side.
 */
export const trimmed = v.transform((text: string) =>
  SHOWS_NOTHING.test(text) ? '' : withoutIsolates(text).trim(),
);

export const emptyAsNothing = v.transform((text: string) => (text === '' ? undefined : text));

/** `most` is in letters, as people count them. */
export function maxLetters(most: number, error: string) {
  return v.check(
    Object.assign((text: string) => fits(text, most), { most }),
    error,
  );
}

/**
 * The JSON Schema of a `maxLetters` rule. JSON Schema counts code points, so its limit is higher, to accept every text
 * that we accept.
 */
export function lettersInSchema(requirement: unknown): { maxLength: number; 'x-max-letters': number } | null {
  if (typeof requirement !== 'function' || !('most' in requirement)) return null;
  const most = Number(requirement.most);
  return { maxLength: unitsFor(most), 'x-max-letters': most };
}

export function optionalText(most: number, error: TextKey) {
  return blankable(v.pipe(v.string('errors:textExpected'), trimmed, maxLetters(most, error), emptyAsNothing));
}

const version = /* @__PURE__ */ v.pipe(
  /* @__PURE__ */ v.string('errors:textExpected'),
  /* @__PURE__ */ v.maxLength(40, 'errors:valueMax'),
);

export const basedOnField = /* @__PURE__ */ blankable(version);

/** As `basedOnField`, with a description for requests; without it, the change overwrites the current version. */
export const basedOnSchema = /* @__PURE__ */ blankable(
  /* @__PURE__ */ v.pipe(
    version,
    /* @__PURE__ */ v.description(
      'The updated_at of the version that the change is based on; another version gives 409 CONFLICT.',
    ),
  ),
);

/**
 * A list of 1 to `limit` entries, which are validated later one by one, so that the valid ones are processed.
 * `description` is of an entry; `errors` are the messages for an empty list and for too many entries.
 */
export function manySchema(description: string, limit: number, errors: { required: string; most: string }) {
  const entry = v.pipe(v.unknown(), v.metadata({ type: 'object', description }));
  return v.optional(
    v.pipe(v.array(entry, errors.required), v.minLength(1, errors.required), v.maxLength(limit, errors.most)),
    [],
  );
}

export const TYPES = ['expense', 'income'] as const;

export type TransactionType = (typeof TYPES)[number];

export const typeSchema = v.picklist(TYPES, 'errors:typeInvalid');

/** Lengths of the texts of transactions, templates and categories, in letters that people see. */
export const DESCRIPTION_MAX = 255;

/** An amount as a number or text of a body → signed minor units. */
const inMinorUnits = (most: number) =>
  v.rawTransform<unknown, number>(({ dataset, addIssue, NEVER }) => {
    const parsed = parseAmount(dataset.value, most);
    if ('minor' in parsed) return parsed.minor;
    addIssue(amountIssue({ ...parsed, readings: plainReadings(dataset.value) }));
    return NEVER;
  });

export function plainReadings(value: unknown): Readings | undefined {
  if (typeof value !== 'string') return undefined;
  return readingsOf(value.trim(), { ...PLAIN_MARKS, currency: DEFAULT_CURRENCY });
}

/** The issue of an amount, with the data of its message: the currency's symbol, and the readings. */
export function amountIssue(
  { error, readings }: { error: WrittenError; readings?: Readings | undefined },
  currency?: string,
) {
  return { message: error, expected: JSON.stringify({ currency, readings }) };
}

const amountUpTo = (most: number) =>
  v.pipe(
    v.optional(v.unknown(), ''),
    v.metadata({
      type: ['number', 'string'],
      description: `${toDecimal(MIN_AMOUNT)} to ${toDecimal(most)}, at most two decimals.`,
    }),
    inMinorUnits(most),
  );

/** Signed minor units; every rule has its message (docs/behaviour.md#amounts). */
export const amountSchema = amountUpTo(MAX_AMOUNT);

/** As `amountSchema`, of what an account has, which many transactions may add up to. */
export const balanceSchema = amountUpTo(MAX_BALANCE);

/** As `amountSchema`, where a sign would mean nothing. */
export const positiveAmountSchema = v.pipe(amountSchema, v.minValue(MIN_AMOUNT, 'errors:amountMin'));
