import type { TextKey } from '../i18n/texts.ts';
import type { Readings } from './amount-text.ts';

/** An invalid field of an input: its name as the contract spells it, and the key of its message. */
export interface FieldError {
  field: string;
  message: TextKey;
  /** The local calendar date that the message names. */
  date?: string;
  /** The currency that the message names, as its symbol. */
  currency?: string;
  /** What an amount may mean, as the message names it. */
  readings?: Readings;
  /** What was understood of a line, as the message names it. */
  understood?: string;
}

type ErrorText<Key> = Key extends `errors:${infer Code}`
  ? Code extends Uppercase<Code>
    ? Code
    : never
  : never;

/** Every code has its message under `errors:<code>`. */
export type ErrorCode = ErrorText<TextKey>;

interface Extra {
  fields?: FieldError[];
  details?: Record<string, unknown>;
  /** Seconds until another attempt makes sense. */
  retryAfter?: number;
  /** A message other than the code's own. */
  message?: TextKey;
  /** What the message has `{{names}}` for. */
  values?: Record<string, string>;
  /** What an administrator has written for people to read in place of the message; empty for none. */
  written?: string;
}

/** Why a use case refuses; it becomes an answer or a page in the person's language. */
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

/** The answer both for what does not exist and for what belongs to another user. */
export function notFound(fields?: FieldError[]): DomainError {
  return new DomainError('NOT_FOUND', 404, fields ? { fields } : {});
}

/** What is read, or undefined if it does not exist (any more). @throws whatever else the reading throws */
export async function orMissing<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether what is read exists. */
export async function isThere(reading: Promise<object>): Promise<boolean> {
  return (await orMissing(reading)) !== undefined;
}

/** An input with errors that only the database can detect. */
export function invalid(...fields: FieldError[]): DomainError {
  return new DomainError('VALIDATION_ERROR', 400, { fields });
}
