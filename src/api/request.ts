import type * as v from 'valibot';
import { localNow } from '../domain/calendar.ts';
import type { Context, SignedIn } from '../domain/context.ts';
import { DomainError, invalid } from '../domain/error.ts';
import { canonicalJson } from '../domain/idempotency/canonical-json.ts';
import { idempotent } from '../domain/idempotency/idempotent.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { Call } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { type Also, type Given, isRecord, read } from '../http/input.ts';

type Fields = v.ObjectSchema<v.ObjectEntries, undefined>;

/** The context of any caller, signed in or not. */
export function contextOf(call: Call): Context {
  return call.get('caller').context;
}

/** Today in the viewer's time zone. */
export function todayOf({ viewer, now }: SignedIn): string {
  return localNow(now, viewer.preferences.timezone).date;
}

/**
 * The JSON body before validation, always an object; an empty body is an empty one.
 * @throws DomainError INVALID_JSON, UNSUPPORTED_MEDIA_TYPE
 */
export async function json(call: Call): Promise<Given> {
  const text = await call.req.text();
  if (text === '') return {};
  if (!/^application\/([\w.-]+\+)?json\b/i.test(call.req.header('content-type') ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415);
  }
  const value = parsed(text);
  if (!isRecord(value)) throw new DomainError('INVALID_JSON', 400, { message: 'errors:objectExpected' });
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuseJson();
  }
}

// The parser's message about the body is of no use to a client and may repeat its content.
function refuseJson(): never {
  throw new DomainError('INVALID_JSON', 400);
}

/** The body, validated by the area's schema. @throws DomainError VALIDATION_ERROR */
export async function body<Schema extends Fields>(
  call: Call,
  schema: Schema,
  also?: Also<Schema>,
): Promise<v.InferOutput<Schema>> {
  return read(schema, await json(call), also);
}

/** The address's query, validated by the area's schema. @throws DomainError VALIDATION_ERROR */
export function query<Schema extends Fields>(
  call: Call,
  schema: Schema,
  also?: Also<Schema>,
): v.InferOutput<Schema> {
  return read(schema, call.req.query(), also);
}

const KEY_MAX = 255;

/** Creates once for an `Idempotency-Key`; the same request again returns the first answer again. */
export async function create(call: Call, work: (context: SignedIn) => Promise<unknown>): Promise<Response> {
  const context = signedIn(call);
  const key = idempotencyKey(call);
  if (!key) return ok(call, await work(context), 201);
  const attempt = { path: call.req.path, key, body: canonicalJson(await call.req.text()) };
  return created(
    call,
    await idempotent(context, attempt, async (inside) => ({
      status: 201,
      text: textOf(await work(inside)),
    })),
  );
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
export function created(call: Call, { text, replayed }: { text: string; replayed: boolean }): Response {
  if (replayed) call.header('idempotency-replayed', 'true');
  return call.body(text, 201, { 'content-type': 'application/json' });
}
