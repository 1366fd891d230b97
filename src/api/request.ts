import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import type { Context, SignedIn } from '../domain/context.ts';
import { DomainError, invalid } from '../domain/error.ts';
import { canonicalJson, IdempotencyConflict, idempotent } from '../domain/idempotency/idempotent.ts';
import { signedIn } from '../http/authentication/authenticate.ts';
import type { Call } from '../http/call.ts';
import { ok } from '../http/delivery/json.ts';
import { type Fields, type Given, isRecord, read } from '../http/input.ts';

export function contextOf(call: Call): Context {
  return call.get('caller').context;
}

/** The unvalidated JSON body; an empty one is `{}`. @throws DomainError INVALID_JSON, UNSUPPORTED_MEDIA_TYPE */
export async function json(call: Call): Promise<Given> {
  return objectOf(await anyJson(call));
}

/** @throws DomainError INVALID_JSON */
export function objectOf(value: unknown): Given {
  if (!isRecord(value)) throw new DomainError('INVALID_JSON', 400, { message: 'errors:objectExpected' });
  return value;
}

/** The unvalidated JSON body of any kind; an empty one is `{}`. @throws DomainError as `json` */
export async function anyJson(call: Call): Promise<unknown> {
  const text = await textOfBody(call);
  if (text === '') return {};
  if (!/^application\/([\w.-]+\+)?json\b/i.test(call.req.header('content-type') ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 415);
  }
  const value = parsed(text);
  if (value === undefined) throw new DomainError('INVALID_JSON', 400);
  return value;
}

/** @throws DomainError INVALID_JSON for one that is not UTF-8, whose letters would be lost */
async function textOfBody(call: Call): Promise<string> {
  const bytes = new Uint8Array(await call.req.arrayBuffer());
  if (!isUtf8(bytes)) throw new DomainError('INVALID_JSON', 400);
  return new TextDecoder().decode(bytes);
}

// The parser's message does not help a client and may repeat the body.
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws DomainError VALIDATION_ERROR */
export async function body<Schema extends Fields>(
  call: Call,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return read(schema, await json(call));
}

/** @throws DomainError VALIDATION_ERROR */
export function query<Schema extends Fields>(call: Call, schema: Schema): v.InferOutput<Schema> {
  return read(schema, call.req.query());
}

const KEY_MAX = 255;

type Work = (context: SignedIn) => Promise<unknown>;

/** Creates once per `Idempotency-Key`; `same` identifies the request, by default by its body. */
export async function create(call: Call, work: Work, same?: object): Promise<Response> {
  const text = same ? JSON.stringify(same) : await textOfBody(call);
  return once(call, 201, canonicalJson(text), work);
}

/** Changes or deletes once per `Idempotency-Key`, like `create`. */
export async function change(call: Call, work: Work): Promise<Response> {
  const { method, url } = call.req;
  return once(call, 200, `${method} ${new URL(url).search} ${canonicalJson(await textOfBody(call))}`, work);
}

/** Whether a query or body confirms to change what was checked against the bank, and the code of a second factor. */
export async function withConfirmation<Caller extends Context>(call: Call, context: Caller): Promise<Caller> {
  const isJson = /\bjson\b/i.test(call.req.header('content-type') ?? '');
  const sent = isJson ? parsed(await textOfBody(call)) : undefined;
  const asked = call.req.query('confirmLocked') ?? (isRecord(sent) ? sent.confirmLocked : undefined);
  const code = isRecord(sent) && typeof sent.code === 'string' ? sent.code : undefined;
  return { ...context, confirmLocked: asked === true || asked === 'true', code };
}

async function once(call: Call, status: 200 | 201, body: string, work: Work): Promise<Response> {
  const context = await withConfirmation(call, signedIn(call));
  // A browser may send a change that was queued before somebody else signed in.
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
    })).catch(throwFirst),
    status,
  );
}

// After a lost answer, a client that reused its key for other values can change what the key recorded.
function throwFirst(error: unknown): never {
  if (!(error instanceof IdempotencyConflict && error.first)) throw error;
  throw new DomainError(error.code, error.status, { details: { first: JSON.parse(error.first).data } });
}

/** @throws DomainError VALIDATION_ERROR for a key that is too long */
export function idempotencyKey(call: Call): string | undefined {
  const key = call.req.header('idempotency-key');
  if (key && key.length > KEY_MAX) throw invalid({ field: 'Idempotency-Key', message: 'errors:valueMax' });
  return key;
}

/** A successful answer as stored with its key. */
export function textOf(data: unknown): string {
  return JSON.stringify({ success: true, data });
}

/** `replayed` marks the stored answer of an earlier request. */
export function created(
  call: Call,
  { text, replayed }: { text: string; replayed: boolean },
  status: 200 | 201 = 201,
): Response {
  if (replayed) call.header('idempotency-replayed', 'true');
  return call.body(text, status, { 'content-type': 'application/json' });
}
