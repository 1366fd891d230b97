import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { pictureTooLarge } from '../domain/accounts/picture/refusals.ts';
import { PICTURE_MOST } from '../domain/accounts/picture/schema.ts';
import { DomainError } from '../domain/error.ts';
import { createTurns } from '../domain/turns.ts';
import { type DoorEnv, signedIn } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

const USUAL = 64 * 1024;
// Ten thousand ids, which one request may name, take 390 KB.
const BULK = 1024 * 1024;
// What a form adds to the file: borders, names and the other fields.
const UPLOAD = PICTURE_MOST + USUAL;

/** Each upload takes up several times its size while its form is read: beyond these, nobody's is even begun. */
const BUSY = { atOnce: 8, waiting: 0, retryAfter: 5 };
const inUpload = createTurns(BUSY);

/** Somebody who sends slowly keeps a place for minutes: nobody gets more than half of them. */
const OF_ONE_PERSON = 4;
const uploadsOf = new Map<string, number>();

const isBulk = (path: string) => /\/bulk(-[a-z]+)?$/.test(path);

/** Whether a path takes a profile picture. */
export function takesPicture(path: string): boolean {
  return path === '/profile/picture' || path === '/api/v1/users/upload-profile-picture';
}

/**
 * How much a request may bring; of strangers nobody takes a picture.
 * @throws DomainError PAYLOAD_TOO_LARGE (413), SERVICE_UNAVAILABLE (503) when too many pictures come at once
 */
export function limitBodies(): MiddlewareHandler<DoorEnv> {
  const usually = bodyLimit({ maxSize: USUAL, onError: refuse });
  const forBulk = bodyLimit({ maxSize: BULK, onError: refuse });
  const forUpload = bodyLimit({ maxSize: UPLOAD, onError: refuse });
  return async (call, next) => {
    const { path, method } = call.req;
    if (isBulk(path)) return forBulk(call, next);
    if (method !== 'POST' || !takesPicture(path)) return usually(call, next);
    const { viewer } = call.get('visitor');
    if (!viewer) return usually(call, next);
    try {
      return await inOwnUpload(viewer.id, () => inUpload(() => forUpload(call, next)));
    } catch (error) {
      await letPass(call.req.raw.body);
      throw error;
    }
  };
}

async function inOwnUpload<Result>(person: string, work: () => Promise<Result>): Promise<Result> {
  const others = uploadsOf.get(person) ?? 0;
  if (others >= OF_ONE_PERSON)
    throw new DomainError('SERVICE_UNAVAILABLE', 503, { retryAfter: BUSY.retryAfter });
  uploadsOf.set(person, others + 1);
  try {
    return await work();
  } finally {
    const left = (uploadsOf.get(person) ?? 1) - 1;
    if (left > 0) uploadsOf.set(person, left);
    else uploadsOf.delete(person);
  }
}

function refuse(call: Call): never {
  if (!takesPicture(call.req.path)) throw new DomainError('PAYLOAD_TOO_LARGE', 413);
  signedIn(call);
  throw pictureTooLarge();
}

const MOST_PASSED = 50 * 1024 * 1024;

// A browser that still sends when the connection ends shows that, and not the page that says why. Whoever breaks off in
// the middle needs no answer.
async function letPass(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  let passed = 0;
  try {
    for await (const piece of body) {
      passed += piece.length;
      if (passed > MOST_PASSED) return;
    }
  } catch {}
}
