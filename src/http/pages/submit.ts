import type { AstroGlobal } from 'astro';
import type * as v from 'valibot';
import type { SignedIn } from '../../domain/context.ts';
import { DomainError, type FieldError } from '../../domain/error.ts';
import { newId } from '../../domain/id.ts';
import { type Attempt, IdempotencyConflict, idempotent } from '../../domain/idempotency/idempotent.ts';
import { UserBlocked } from '../../domain/restrictions/block.ts';
import type { TextKey } from '../../i18n/texts.ts';
import { unavailable } from '../delivery/errors.ts';
import { fieldErrorText } from '../error-text.ts';
import { type Also, check } from '../input.ts';
import type { Remark } from './flash.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

export interface FormState {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** The error of the use case; missing if the form itself is invalid. */
  error?: DomainError;
}

/** The page after a successful form, and the message there. */
export interface Done {
  to: string;
  flash?: string;
  undoId?: string;
  /** The transaction that was added, which can be taken back from there. */
  addedId?: string;
  addedTemplateId?: string;
  /** The address with which the sign-in form begins: never in its own address. */
  email?: string;
  remarks?: Remark[];
}

interface Form<Schema extends Fields> {
  schema: Schema;
  also?: Also<Schema>;
  /** Calls the page's one use case; returns nothing if the same page shows its next step. */
  handle: (input: v.InferOutput<Schema>) => Promise<Done | undefined>;
  /** The message of an unexpected error; without it the error page is shown, unless only the storage is away. */
  failure?: TextKey;
}

// Shared by all requests, so nothing may be written into it.
const EMPTY: FormState = Object.freeze({ values: Object.freeze({}), errors: Object.freeze({}) });

/** Names of fields that never go back into a page. */
const SECRET = /password|_csrf/i;

/**
 * Handles a page's POST in one call. Success: 303 and a flash. Error: the state to show the same page again, with its
 * status, the typed values and the messages. Any other method: an empty state.
 */
export async function submit<Schema extends Fields>(
  page: AstroGlobal,
  { schema, also, handle, failure }: Form<Schema>,
): Promise<Response | FormState> {
  if (page.request.method !== 'POST') return EMPTY;
  const fields = Object.fromEntries(page.locals.form ?? []);
  const checked = check(schema, fields, also);
  if (checked.errors) return refuse(page, fields, 400, checked.errors);
  try {
    const done = await handle(checked.input);
    if (!done) return { values: typedIn(fields), errors: {} };
    const { to, flash, ...more } = done;
    if (flash) page.locals.setFlash('success', flash, more);
    return page.redirect(to, 303);
  } catch (error) {
    if (!(error instanceof DomainError)) return fail(page, fields, error, failure);
    const state = refuse(page, fields, error.status, errorsOf(error), error.extra.retryAfter);
    return { ...state, error };
  }
}

// The typed values are not lost with the error, and the log has the reason.
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
  const typed = Object.entries(fields).filter(([name]) => !SECRET.test(name));
  return Object.fromEntries(typed.map(([name, value]) => [name, String(value)]));
}

/** The context of a page that only signed-in people reach. @throws DomainError UNAUTHENTICATED (401), USER_BLOCKED (403) */
export function pageContext({ locals }: Pick<AstroGlobal, 'locals'>): SignedIn {
  const { context, viewer } = locals;
  if (!viewer) throw new DomainError('UNAUTHENTICATED', 401);
  if (viewer.block) throw new UserBlocked(viewer.block);
  return { ...context, viewer };
}

/** The hidden field that identifies one rendering of a form: submitted twice, it creates once. */
export const FORM_KEY = '_key';

/** The key of one rendering of a form; a form shown again with errors has the same one. */
export function formKey({ locals }: Pick<AstroGlobal, 'locals'>): string {
  const given = locals.form?.get(FORM_KEY);
  return typeof given === 'string' && given ? given : newId(locals.context.now);
}

/** What identifies a submitted form, without its passwords; null without a valid key. */
export function attemptIn({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>): Attempt | null {
  const key = locals.form?.get(FORM_KEY)?.toString();
  if (!key || !/^[\w-]{1,64}$/.test(key)) return null;
  const fields = [...(locals.form ?? [])].filter(([name]) => !SECRET.test(name));
  return { path: url.pathname, key, body: JSON.stringify(fields) };
}

/** The stored result of a form that was refused because it had been saved with other values: mostly an address. */
export function savedBefore({ error }: Pick<FormState, 'error'>): string | undefined {
  return error instanceof IdempotencyConflict ? error.first : undefined;
}

interface Once<Result> {
  /** Returns the address of what it has created, or another result. */
  act: (context: SignedIn) => Promise<Result>;
  /** Whether a result of the first time still holds: what was created may have been deleted since. */
  holds: (result: Result) => Promise<boolean>;
  undone?: TextKey;
  /** For which the key counts, where other forms or calls may have sent the same attempt. */
  path?: string;
}

/**
 * Creates from a page's form; a second press of the button gets the result of the first.
 * @throws IdempotencyConflict (409) if the form was submitted with other values before, and DomainError UNDONE_SINCE (409)
 * if its result has been undone since; then it gets a new key, so that a person who has been told can create another
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
    const isTold =
      error instanceof IdempotencyConflict || (error instanceof DomainError && error.code === 'UNDONE_SINCE');
    if (isTold) page.locals.form?.delete(FORM_KEY);
    throw error;
  }
}

/**
 * Does once what a form asks for: a script that got no answer sends it again with the same key, and gets the result of
 * the first time, which JSON can write.
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

/** The id of the row whose button was pressed, from its name: text browsers show the value of a button. */
export function pressedRow(form: FormData | null | undefined, prefix: string): string | undefined {
  const name = [...(form?.keys() ?? [])].find((key) => key.startsWith(prefix));
  return name?.slice(prefix.length);
}
