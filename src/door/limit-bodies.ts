import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { pictureTooLarge } from '../domain/accounts/picture/refusals.ts';
import { PICTURE_MOST } from '../domain/accounts/picture/schema.ts';
import { DomainError } from '../domain/error.ts';
import { type DoorEnv, signedIn } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

const USUAL = 64 * 1024;
// Ten thousand ids, which one request may name, take 390 KB.
const BULK = 1024 * 1024;
// What a form adds to the file: borders, names and the other fields.
const UPLOAD = PICTURE_MOST + USUAL;

const isBulk = (path: string) => /\/bulk(-[a-z]+)?$/.test(path);

/** Whether a path takes a profile picture. */
export function takesPicture(path: string): boolean {
  return path === '/profile/picture' || path === '/api/v1/users/upload-profile-picture';
}

/** How much a request may bring; of strangers nobody takes a picture. @throws DomainError PAYLOAD_TOO_LARGE (413) */
export function limitBodies(): MiddlewareHandler<DoorEnv> {
  const usually = bodyLimit({ maxSize: USUAL, onError: refuse });
  const forBulk = bodyLimit({ maxSize: BULK, onError: refuse });
  const forUpload = bodyLimit({ maxSize: UPLOAD, onError: refuse });
  return (call, next) => {
    const { path } = call.req;
    if (isBulk(path)) return forBulk(call, next);
    const isUpload = takesPicture(path) && call.get('visitor').viewer;
    return (isUpload ? forUpload : usually)(call, next);
  };
}

function refuse(call: Call): never {
  if (!takesPicture(call.req.path)) throw new DomainError('PAYLOAD_TOO_LARGE', 413);
  signedIn(call);
  throw pictureTooLarge();
}
