import * as v from 'valibot';
import { ROW_NAMES, snake } from '../domain/bank-files/schema.ts';
import { DomainError, errorsOfIssues, type FieldError, firstOfEach } from '../domain/error.ts';

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

export type Given = Record<string, unknown>;

// Reads only the names in the schema, in both cases: `__proto__`, `role` or `user_id` in a body are ignored.
function pick(raw: unknown, entries: v.ObjectEntries): Given {
  const fields = isRecord(raw) ? raw : {};
  const picked: Given = {};
  // Most addresses have no query, and converting the names of a list's filter takes longer than reading its sums.
  if (Object.keys(fields).length === 0) return picked;
  for (const [name, schema] of Object.entries(entries)) {
    const spelling = [name, camel(name), snake(name)].find((spelled) => Object.hasOwn(fields, spelled));
    if (spelling) picked[name] = pickWithin(fields[spelling], schema);
  }
  return picked;
}

/** The paths of fields that a request may name otherwise than in another case. */
const OTHER_NAMES: Record<string, string[]> = {
  ...Object.fromEntries(Object.entries(ROW_NAMES).map(([name, other]) => [name, [other]])),
  toAccountId: ['account_to'],
  amount: ['accountAmount', ROW_NAMES.amount],
  convertedAmount: ['accountAmount'],
  originalAmount: ['original.amount'],
  originalCurrency: ['original.currency'],
  rate: ['original.rate'],
};

const spellingIn = (values: object, name: string) =>
  [name, camel(name), snake(name)].find((spelled) => Object.hasOwn(values, spelled));

/** By another name, of which the first part was sent. */
function otherNameIn(values: Given, name: string): string | undefined {
  for (const path of OTHER_NAMES[name] ?? []) {
    const [first = '', ...inside] = path.split('.');
    const spelled = spellingIn(values, first);
    if (spelled && (values[spelled] ?? '') !== '') return [spelled, ...inside].join('.');
  }
  return undefined;
}

/** The path of an input's field as its request has it: as it was sent; else in snake case beside others in snake case. */
export function asSent(field: string, sent: unknown): string {
  let within = sent;
  let isSnake = false;
  const path = field.split('.').map((name) => {
    const values = ((typeof within === 'object' && within) || {}) as Given;
    const names = isRecord(values) ? Object.keys(values) : [];
    const isCamel = names.some((each) => /[a-z][A-Z]/.test(each));
    isSnake = !isCamel && (isSnake || names.some((each) => /_[a-z]/.test(each)));
    const spelled = spellingIn(values, name) ?? otherNameIn(values, name);
    within = spelled && values[spelled];
    return spelled ?? (isSnake ? snake(name) : name);
  });
  return path.join('.');
}

export function isRecord(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Fields of a nested object may be in both cases too.
function pickWithin(value: unknown, schema: object): unknown {
  // Browsers send half of a surrogate pair as U+FFFD in forms, and databases store it like that.
  if (typeof value === 'string') return value.toWellFormed();
  const { wrapped, entries, type } = schema as {
    wrapped?: object;
    entries?: v.ObjectEntries;
    type?: string;
  };
  // The validator names what it does not know there.
  if (type === 'strict_object') return value;
  if (wrapped) return pickWithin(value, wrapped);
  if (!entries) return value;
  // The validator would accept an array as an object without fields; it refuses NaN, which JSON does not have.
  if (Array.isArray(value)) return NaN;
  return isRecord(value) ? pick(value, entries) : value;
}

// PostgreSQL cannot store NUL, and people do not type it on purpose.
function unwritable(picked: Given): FieldError[] {
  return Object.entries(picked)
    .filter(([, value]) => typeof value === 'string' && value.includes('\0'))
    .map(([field]) => ({ field, message: 'errors:valueInvalid' }));
}

/** A field that was not sent has its own message, which the validator knows only of what it is given. */
function ofMissing(error: FieldError, picked: Given, entries: v.ObjectEntries): FieldError {
  const entry = entries[error.field];
  if (!entry || Object.hasOwn(picked, error.field)) return error;
  const [own = error] = errorsOfIssues(v.safeParse(entry, undefined).issues);
  return { ...own, field: error.field };
}

/**
 * Finds errors across valid fields, such as two that contradict each other.
 * @param valid the valid fields; `isInvalid` says which others were sent, `sent` has all of them unparsed
 */
export type Also<Schema extends Fields> = (
  valid: Partial<v.InferOutput<Schema>>,
  isInvalid: (field: string) => boolean,
  sent: Given,
) => FieldError[];

/** Validates an input by a schema and `also`; returns it, or the error of each field, the valid fields, and all as sent. */
export function check<Schema extends Fields>(
  schema: Schema,
  raw: unknown,
  also?: Also<Schema>,
):
  | { input: v.InferOutput<Schema>; errors?: never }
  | { errors: FieldError[]; valid: Partial<v.InferOutput<Schema>>; sent: Given } {
  const picked = pick(raw, schema.entries);
  const result = v.safeParse(schema, picked);
  const found = errorsOfIssues(result.issues).map((error) => ofMissing(error, picked, schema.entries));
  const errors = [...unwritable(picked), ...found];
  if (!also && result.success && errors.length === 0) return { input: result.output };
  const invalid = new Set(errors.map(({ field }) => field.split('.')[0]));
  const valid = Object.fromEntries(
    Object.entries(result.output as Given).filter(([name]) => !invalid.has(name)),
  ) as Partial<v.InferOutput<Schema>>;
  if (also) errors.push(...also(valid, (name) => invalid.has(name), picked));
  if (result.success && errors.length === 0) return { input: result.output };
  return { errors: firstOfEach(errors), valid, sent: picked };
}

/**
 * Like `check`, for callers that leave errors to the error handler.
 * @throws DomainError VALIDATION_ERROR (400), one row per invalid field
 */
export function read<Schema extends Fields>(
  schema: Schema,
  raw: unknown,
  also?: Also<Schema>,
): v.InferOutput<Schema> {
  const checked = check(schema, raw, also);
  if (checked.errors) throw new DomainError('VALIDATION_ERROR', 400, { fields: checked.errors });
  return checked.input;
}
