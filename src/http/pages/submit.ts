import type { AstroGlobal } from 'astro';
import type * as v from 'valibot';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError, type FieldError } from '../../domain/error.ts';
import { newId } from '../../domain/id.ts';
import { type Attempt, IdempotencyConflict, idempotent } from '../../domain/idempotency/idempotent.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { unavailable } from '../delivery/errors.ts';
import { fieldErrorText } from '../error-text.ts';
import { type Also, check, type Fields } from '../input.ts';
import type { Flash, Remark } from './flash.ts';

export interface FormState {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** Missing if the form itself is invalid. */
  error?: DomainError;
}

export interface Done {
  to: string;
  flash?: string;
  /** The kind of the flash; by default a success. */
  kind?: Flash['kind'];
  undoId?: string | null | undefined;
  undo?: Flash['undo'];
  /** Prefills the sign-in form; never part of its address. */
  email?: string;
  link?: string;
  see?: Flash['see'];
  remarks?: Remark[];
}

interface Form<Schema extends Fields> {
  schema: Schema;
  also?: Also<Schema>;
  handle: (input: v.InferOutput<Schema>) => Promise<Done | undefined>;
  /** The message of an unexpected error; without it the error page is shown, unless only the storage is away. */
  failure?: TextKey;
}

const EMPTY: FormState = Object.freeze({ values: Object.freeze({}), errors: Object.freeze({}) });

/** These fields never go back into a page. */
const SECRET = /password|_csrf|^code$/i;

/**
 * Handles a page's POST. Error: the state to show the page again, with status, typed values and messages. Other methods:
 * an empty state.
 * @throws Response after success: 303 with a flash, which the middleware returns
 */
export async function submit<Schema extends Fields>(
  page: AstroGlobal,
  { schema, also, handle, failure }: Form<Schema>,
): Promise<FormState> {
  if (page.request.method !== 'POST') return EMPTY;
  const fields = Object.fromEntries(page.locals.form ?? []);
  const checked = check(schema, fields, also);
  if (checked.errors) return refuse(page, fields, 400, checked.errors);
  let done: Done | undefined;
  try {
    done = await handle(checked.input);
  } catch (error) {
    if (!(error instanceof DomainError)) return fail(page, fields, error, failure);
    const state = refuse(page, fields, error.status, errorsOf(error), error.extra.retryAfter);
    return { ...state, error };
  }
  if (!done) return { values: typedIn(fields), errors: {} };
  const { to, flash, kind = 'success', ...more } = done;
  if (flash) page.locals.setFlash(kind, flash, more);
  throw page.redirect(to, 303);
}

// Keeps the typed values, and logs the reason.
function fail(
  page: AstroGlobal,
  fields: Record<string, FormDataEntryValue>,
  error: unknown,
  failure: TextKey | undefined,
): FormState {
  const away = unavailable(error);
  const message = failure ?? (away && `errors:${away.code}`);
  if (!message) throw error;
  const { context, requestId } = page.locals;
  context.log.error({ request_id: requestId, err: error }, 'a form failed');
  return refuse(page, fields, away?.status ?? 500, [{ field: '', message }], away?.extra.retryAfter);
}

function errorsOf(error: DomainError): FieldError[] {
  const { code, extra } = error;
  if (error instanceof IdempotencyConflict) return [{ field: '', message: 'errors:savedBefore' }];
  // A question, at no field: nothing in them is wrong.
  if (code === 'LOCKED') return [{ field: '', message: 'errors:LOCKED' }];
  return extra.fields ?? [{ field: '', message: extra.message ?? `errors:${code}` }];
}

function refuse(
  page: AstroGlobal,
  fields: Record<string, FormDataEntryValue>,
  status: number,
  errors: FieldError[],
  retryAfter?: number,
): FormState {
  const { t, format } = page.locals;
  page.response.status = status;
  if (retryAfter !== undefined) page.response.headers.set('retry-after', String(retryAfter));
  return {
    values: typedIn(fields),
    errors: Object.fromEntries(errors.map((error) => [error.field, fieldErrorText(error, t, format.date)])),
  };
}

function typedIn(fields: Record<string, FormDataEntryValue>): Record<string, string> {
  const entries = Object.entries(fields).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** Identifies one rendering of a form: submitted twice, it creates once. */
export const FORM_KEY = '_key';

/** A form shown again with errors keeps its key. */
export function formKey({ locals }: Pick<AstroGlobal, 'locals'>): string {
  const key = locals.form?.get(FORM_KEY);
  return typeof key === 'string' && key ? key : newId(locals.context.now);
}

/** Identifies a submitted form, without its passwords; null without a valid key. */
export function attemptIn({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>): Attempt | null {
  const key = locals.form?.get(FORM_KEY)?.toString();
  if (!key || !/^[\w-]{1,64}$/.test(key)) return null;
  const fields = [...(locals.form ?? [])].filter(([name]) => !SECRET.test(name));
  return { path: url.pathname, key, body: JSON.stringify(fields) };
}

/** The stored result, mostly an address, of a form refused because it was saved with other values. */
export function savedBefore({ error }: Pick<FormState, 'error'>): string | undefined {
  return error instanceof IdempotencyConflict ? error.first : undefined;
}

interface Once<Result> {
  /** Returns the address of what it created, or another result. */
  act: (context: SignedIn) => Promise<Result>;
  /** False if the result was deleted or undone since. */
  holds: (result: Result) => Promise<boolean>;
  undone?: TextKey;
  /** Scope of the key, if other forms or calls may send the same attempt. */
  path?: string;
}

/**
 * Creates from a form; a second submission gets the first result.
 * @throws IdempotencyConflict (409) if submitted with other values before, DomainError UNDONE_SINCE (409) if the result
 * was undone since; the form then gets a new key, so that it can create again
 */
export async function createOnce(
  page: Pick<AstroGlobal, 'locals' | 'url'>,
  context: SignedIn,
  { act, holds, undone = 'errors:addedThenDeleted', path = page.url.pathname }: Once<string>,
): Promise<string> {
  const attempt = attemptIn(page);
  if (!attempt) return act(context);
  const check = async (result: string) => {
    if (!(await holds(result))) throw new DomainError('UNDONE_SINCE', 409, { message: undone });
  };
  try {
    const { text, replayed } = await idempotent(context, { ...attempt, path }, async (inside) => ({
      status: 303,
      text: await act(inside),
    })).catch(async (error) => {
      if (error instanceof IdempotencyConflict && error.first) await check(error.first);
      throw error;
    });
    if (replayed) await check(text);
    return text;
  } catch (error) {
    const isShown =
      error instanceof IdempotencyConflict || (error instanceof DomainError && error.code === 'UNDONE_SINCE');
    if (isShown) page.locals.form?.delete(FORM_KEY);
    throw error;
  }
}

/**
 * Acts once per key: a script that retries without an answer gets the first result, which must fit in JSON.
 * @throws like `createOnce`
 */
export async function doOnce<Result>(
  page: Pick<AstroGlobal, 'locals' | 'url'>,
  context: SignedIn,
  { act, holds, undone = 'errors:UNDONE_SINCE', path }: Once<Result>,
): Promise<Result> {
  const text = await createOnce(page, context, {
    act: async (inside) => JSON.stringify(await act(inside)),
    holds: (result) => holds(JSON.parse(result)),
    undone,
    ...(path && { path }),
  });
  return JSON.parse(text) as Result;
}

export function idIn(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1);
}

/** The row is in the button's name, because text browsers show a button's value. */
export function pressedRow(form: FormData | null | undefined, prefix: string): string | undefined {
  const name = [...(form?.keys() ?? [])].find((key) => key.startsWith(prefix));
  return name?.slice(prefix.length);
}
