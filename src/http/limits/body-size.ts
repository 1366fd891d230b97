import type { MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { FILE_MOST } from '../../domain/account-files/account-imports.ts';
import { limitConcurrency } from '../../domain/concurrency-limit.ts';
import { DomainError } from '../../domain/error.ts';
import { PICTURE_MOST, pictureTooLarge } from '../../domain/users/picture/schema.ts';
import { signedIn } from '../authentication/authenticate.ts';
import type { Call, HttpEnv } from '../call.ts';
import { hasTrait } from '../pages/routes.ts';
import { DRAIN_LIMIT } from './slow-bodies.ts';

const USUAL_MAX = 64 * 1024;
// One request may have ten thousand ids: 390 KB.
const BULK_MAX = 1024 * 1024;
// A form adds boundaries, names and other fields.
const UPLOAD_MAX = PICTURE_MOST + USUAL_MAX;

const IMPORT_MAX = FILE_MOST + USUAL_MAX;

/** Reading an upload takes several times its size in memory, so further uploads are refused at once. */
const UPLOADS = { concurrency: 8, queued: 0, retryAfter: 5 };
const limitUploads = limitConcurrency(UPLOADS);

/** Slow uploads occupy a slot for minutes: one person gets at most half of the slots. */
const uploadsOf = new LRUCache({
  max: 1000,
  memoMethod: (_person: string) => limitConcurrency({ ...UPLOADS, concurrency: 4 }),
});

const isBulk = (path: string) => /\/bulk(-[a-z]+)?$|\/imports(\/[^/]+)?\/rows$/.test(path);

/**
 * Limits the size of bodies by path; only signed-in people may send pictures and files.
 * @throws DomainError PAYLOAD_TOO_LARGE (413), SERVICE_UNAVAILABLE (503) for too many uploads at once
 */
export function limitBodies(): MiddlewareHandler<HttpEnv> {
  const usual = limitTo(USUAL_MAX);
  const bulk = limitTo(BULK_MAX);
  const upload = limitTo(UPLOAD_MAX);
  return async (call, next) => {
    const { path, method } = call.req;
    // Reading a body makes the adapter build the whole standard request.
    if (method === 'GET' || method === 'HEAD') return next();
    if (isBulk(path)) return bulk(call, next);
    if (method !== 'POST' || !(hasTrait(path, 'picture') || hasTrait(path, 'file'))) return usual(call, next);
    const { viewer } = call.get('caller');
    if (!viewer) return usual(call, next);
    const limited = hasTrait(path, 'file') ? limitDeclared(IMPORT_MAX) : upload;
    try {
      return await uploadsOf.memo(viewer.id)(() => limitUploads(async () => limited(call, next)));
    } catch (error) {
      // With `file`, the rest is discarded only after the answer.
      if (!hasTrait(path, 'file')) await drain(call.req.raw.body);
      throw error;
    }
  };
}

/**
 * A body refused unread must stay untouched: the server then discards the rest and reuses the connection. An opened
 * stream would never be read to its end.
 */
function limitTo(most: number): MiddlewareHandler<HttpEnv> {
  return async (call, next) => {
    const { headers } = call.req.raw;
    const declared = headers.has('transfer-encoding') ? null : headers.get('content-length');
    const size = declared === null ? await readBody(call, most) : Number(declared);
    return size > most ? refuse(call) : next();
  };
}

/** For bodies whose size the reader counts. */
function limitDeclared(most: number): MiddlewareHandler<HttpEnv> {
  return async (call, next) =>
    Number(call.req.raw.headers.get('content-length') ?? 0) > most ? refuse(call) : next();
}

/** Reads a body of undeclared length and replaces it with the result; returns its size in bytes. */
async function readBody(call: Call, most: number): Promise<number> {
  const { body } = call.req.raw;
  if (!body) return 0;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk);
    else if (size > DRAIN_LIMIT) return size;
  }
  if (size <= most) call.req.raw = new Request(call.req.raw, { body: Buffer.concat(chunks) });
  return size;
}

function refuse(call: Call): never {
  if (hasTrait(call.req.path, 'file'))
    throw new DomainError('PAYLOAD_TOO_LARGE', 413, { message: 'import:tooLarge' });
  if (!hasTrait(call.req.path, 'picture')) throw new DomainError('PAYLOAD_TOO_LARGE', 413);
  signedIn(call);
  throw pictureTooLarge();
}

// A browser still sending when the connection ends shows a connection error instead of the page with the reason. A
// client that disconnects needs no answer.
async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  let drained = 0;
  try {
    for await (const chunk of body) {
      drained += chunk.length;
      if (drained > DRAIN_LIMIT) return;
    }
  } catch {}
}
