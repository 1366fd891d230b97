import * as v from 'valibot';
import type { TextKey } from '../i18n/texts.ts';
import type { Readings } from './amount-text.ts';

/** `field` is the name in the API. */
export interface FieldError {
  field: string;
  message: TextKey;
  date?: string;
  /** The currency's symbol. */
  currency?: string;
  readings?: Readings;
  /** A name that was written. */
  name?: string;
  /** What may be written instead. */
  example?: string;
  /** What was understood of a line. */
  understood?: string;
}

type ErrorText<Key> = Key extends `errors:${infer Code}`
  ? Code extends Uppercase<Code>
    ? Code
    : never
  : never;

/** Every code has a message under `errors:<code>`. */
export type ErrorCode = ErrorText<TextKey>;

interface Extra {
  fields?: FieldError[];
  details?: Record<string, unknown>;
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  message?: TextKey;
  /** The values of the message's `{{names}}`. */
  values?: Record<string, string>;
  /** A text of an administrator that replaces the message; may be empty. */
  written?: string;
}

/** A refusal by a use case; answers and pages show it in the person's language. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: Extra;

  constructor(code: ErrorCode, status: number, extra: Extra = {}) {
    super(code);
    this.code = code;
    this.status = status;
    this.extra = extra;
  }
}

/** The same answer for what does not exist and for what belongs to another user. */
export function notFound(fields?: FieldError[]): DomainError {
  return new DomainError('NOT_FOUND', 404, fields ? { fields } : {});
}

/** Undefined instead of NOT_FOUND. @throws all other errors of the reading */
export async function orMissing<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) return undefined;
    throw error;
  }
}

export async function isThere(reading: Promise<object>): Promise<boolean> {
  return (await orMissing(reading)) !== undefined;
}

/** After how many seconds a client should usually retry what is refused for now. */
export const BUSY_SECONDS = 5;

/** For what is refused for now. */
export function busy(retryAfter = BUSY_SECONDS): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter });
}

/** For errors that only the database can detect. */
export function invalid(...fields: FieldError[]): DomainError {
  return new DomainError('VALIDATION_ERROR', 400, { fields });
}

/** For what does not exist, or belongs to another user. */
const MISSING: readonly TextKey[] = [
  'errors:accountMissing',
  'errors:categoryMissing',
  'errors:transactionMissing',
];

/** Refuses an input for all its errors at once: NOT_FOUND if all of them are of what is missing. Nothing without errors. */
export function refuse(errors: readonly FieldError[]): void {
  const fields = firstOfEach(errors);
  if (fields.length === 0) return;
  throw fields.every(({ message }) => MISSING.includes(message)) ? notFound(fields) : invalid(...fields);
}

/** What a check gives; if it refuses, nothing, and its errors are added. @throws what names no field */
export async function collect<Result>(
  errors: FieldError[],
  checking: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await checking;
  } catch (error) {
    if (!(error instanceof DomainError && error.extra.fields)) throw error;
    errors.push(...error.extra.fields);
    return undefined;
  }
}

/** The errors by which a check refuses; none if it does not. @throws what names no field */
export async function errorsThrownBy(checking: Promise<unknown>): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  await collect(errors, checking);
  return errors;
}

/** The first error of each field. */
export function firstOfEach(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ field }, index) => errors.findIndex((other) => other.field === field) === index);
}

/** The first error of each field of an input that a schema refuses. */
export function errorsOfIssues(issues: readonly v.BaseIssue<unknown>[] = []): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? '';
    const message = issue.message.startsWith('errors:') ? issue.message : 'errors:valueInvalid';
    // Only amounts have `expected`: the values for their messages.
    const named = issue.type === 'raw_transform' && issue.expected ? JSON.parse(issue.expected) : {};
    if (!errors.has(field)) errors.set(field, { field, message: message as TextKey, ...named });
  }
  return [...errors.values()];
}
