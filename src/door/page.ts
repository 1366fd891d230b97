import type { AstroGlobal } from 'astro';
import type * as v from 'valibot';
import type { SignedIn } from '../domain/context.ts';
import { DomainError, type FieldFault } from '../domain/error.ts';
import { UserBlocked } from '../domain/restrictions/block.ts';
import type { TextKey } from '../i18n/texts.ts';
import type { Remark } from './flash.ts';
import { check } from './input.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** What a page shows again after a refused form: everything typed, and what to change (field → message). */
export interface Refused {
  values: Record<string, string>;
  errors: Record<string, string>;
  /** What the act refused; nothing where the form itself is faulty. */
  refusal?: DomainError;
}

/** Where a good form leads, and what is said there. */
export interface Done {
  to: string;
  flash?: string;
  /** Names the deletion that can be taken back from there. */
  undoId?: string;
  remarks?: Remark[];
}

interface Form<Schema extends Fields> {
  schema: Schema;
  /** The one act of the page; it gives nothing where the page itself goes on, to its next step. */
  act: (input: v.InferOutput<Schema>) => Promise<Done | undefined>;
  /** What to say when the act fails for a reason nobody foresaw; without it there is the page about errors. */
  failure?: TextKey;
}

const NOTHING: Refused = { values: {}, errors: {} };

/** Names of fields that never go back into a page. */
const SECRET = /password|_csrf/i;

/**
 * A page's POST in one call: good → 303 and a flash; refused → the same page with its status, what was typed and the
 * errors. For any other method there is nothing to show again.
 */
export async function submit<Schema extends Fields>(
  page: AstroGlobal,
  { schema, act, failure }: Form<Schema>,
): Promise<Response | Refused> {
  if (page.request.method !== 'POST') return NOTHING;
  const fields = Object.fromEntries(page.locals.form ?? []);
  const checked = check(schema, fields);
  if (checked.faults) return refuse(page, fields, 400, checked.faults);
  try {
    const done = await act(checked.input);
    if (!done) return { values: typedIn(fields), errors: {} };
    const { to, flash, ...more } = done;
    if (flash) page.locals.leaveFlash('success', flash, more);
    return page.redirect(to, 303);
  } catch (error) {
    if (!(error instanceof DomainError)) {
      if (!failure) throw error;
      return fail(page, fields, error, failure);
    }
    const refused = refuse(page, fields, error.status, faultsOf(error), error.extra.retryAfter);
    return { ...refused, refusal: error };
  }
}

// What was typed is not lost with the error, and the log has the reason.
function fail(
  page: AstroGlobal,
  fields: Record<string, FormDataEntryValue>,
  error: unknown,
  failure: TextKey,
): Refused {
  const { context, requestId } = page.locals;
  context.app.log.error({ request_id: requestId, err: error }, 'a form failed');
  return refuse(page, fields, 500, [{ field: '', message: failure }]);
}

function faultsOf({ code, extra }: DomainError): FieldFault[] {
  return extra.fields ?? [{ field: '', message: extra.message ?? `errors:${code}` }];
}

function refuse(
  page: AstroGlobal,
  fields: Record<string, FormDataEntryValue>,
  status: number,
  faults: FieldFault[],
  retryAfter?: number,
): Refused {
  page.response.status = status;
  if (retryAfter !== undefined) page.response.headers.set('retry-after', String(retryAfter));
  return {
    values: typedIn(fields),
    errors: Object.fromEntries(faults.map(({ field, message }) => [field, page.locals.t(message)])),
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
