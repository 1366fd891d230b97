import type * as v from 'valibot';
import { localNow } from '../domain/calendar.ts';
import type { Context, SignedIn } from '../domain/context.ts';
import { DomainError, invalid } from '../domain/error.ts';
import { canonicalJson, IdempotencyConflict, idempotent } from '../domain/idempotency/idempotent.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { Call } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { type Given, isRecord, read } from '../http/input.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** The context of any caller, signed in or not. */
export function contextOf(call: Call): Context {
  return call.get('caller').context;
}

/** Today in the viewer's time zone. */
export function todayOf({ viewer, now }: SignedIn): string {
  return localNow(now, viewer.preferences.timezone).date;
}

/** The JSON body before validation; an empty one is `{}`. @throws DomainError INVALID_JSON, UNSUPPORTED_MEDIA_TYPE */
export async function json(call: Call): Promise<Given> {
  const text = await call.req.text();
  if (text === '') return {};
  if (!/^application\/([\w.-]+\+)?json\b/i.test(call.req.header('content-type') ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415);
  }
  const value = parsed(text);
  if (value === undefined) throw new DomainError('INVALID_JSON', 400);
  if (!isRecord(value)) throw new DomainError('INVALID_JSON', 400, { message: 'errors:objectExpected' });
  return value;
}

// The parser's message about the body is of no use to a client and may repeat its content.
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body, validated by the area's schema. @throws DomainError VALIDATION_ERROR */
export async function body<Schema extends Fields>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return read(schema, await json(call));
}

/** The address's query, validated by the area's schema. @throws DomainError VALIDATION_ERROR */
export function query<Schema extends Fields>(call: Call, schema: Schema): v.InferOutput<Schema> {
  return read(schema, call.req.query());
}

const KEY_MAX = 255;

type Work = (context: SignedIn) => Promise<unknown>;

/** Creates once for an `Idempotency-Key`; `same` is what makes it the same request, by default its body. */
export async function create(call: Call, work: Work, same?: object): Promise<Response> {
  const text = same ? JSON.stringify(same) : await call.req.text();
  return once(call, 201, canonicalJson(text), work);
}

/** Changes or deletes once for an `Idempotency-Key`, like `create`. */
export async function change(call: Call, work: Work): Promise<Response> {
  const { method, url } = call.req;
  return once(call, 200, `${method} ${new URL(url).search} ${canonicalJson(await call.req.text())}`, work);
}

async function once(call: Call, status: 200 | 201, body: string, work: Work): Promise<Response> {
  const context = signedIn(call);
  // A browser sends what has waited there since somebody else was signed in.
  const meant = call.req.header('for-person');
  if (meant && meant !== context.viewer.id) throw new DomainError('FORBIDDEN', 403);
  const key = idempotencyKey(call);
  if (!key) return ok(call, await work(context), status);
  const attempt = { path: call.req.path, key, body };
  return created(
    call,
    await idempotent(context, attempt, async (inside) => ({
      status,
      text: textOf(await work(inside)),
    })).catch(tellFirst),
    status,
  );
}

// Whoever has sent something else with a key, and lost the answer, can change what it has recorded.
function tellFirst(error: unknown): never {
  if (!(error instanceof IdempotencyConflict && error.first)) throw error;
  throw new DomainError(error.code, error.status, { details: { first: JSON.parse(error.first).data } });
}

/** The `Idempotency-Key` of a request, if it has one. @throws DomainError VALIDATION_ERROR for one that is too long */
export function idempotencyKey(call: Call): string | undefined {
  const key = call.req.header('idempotency-key');
  if (key && key.length > KEY_MAX) throw invalid({ field: 'Idempotency-Key', message: 'errors:valueMax' });
  return key;
}

/** A successful answer as it is stored with a key. */
export function textOf(data: unknown): string {
  return JSON.stringify({ success: true, data });
}

/** The answer to a request with a key; `replayed` when it is that of an earlier one. */
export function created(
  call: Call,
  { text, replayed }: { text: string; replayed: boolean },
  status: 200 | 201 = 201,
): Response {
  if (replayed) call.header('idempotency-replayed', 'true');
  return call.body(text, status, { 'content-type': 'application/json' });
}
