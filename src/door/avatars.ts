import type { Context as HonoContext } from 'hono';
import { pictureAt } from '../domain/accounts/picture/address.ts';
import { readPicture } from '../domain/accounts/picture/read.ts';
import { DomainError } from '../domain/error.ts';
import type { DoorEnv } from './visitor.ts';

// Another picture has another name, so that a browser never need ask again.
const CACHING = 'private, max-age=31536000, immutable';

/** Sends a profile picture to whoever may see it; to all others it is missing. */
export async function sendPicture(call: HonoContext<DoorEnv>): Promise<Response> {
  try {
    const place = pictureAt(call.req.param('user') ?? '', call.req.param('file') ?? '');
    if (!place) return missing(call);
    const bytes = await readPicture(call.get('visitor').context, place);
    const etag = `"${place.name}-${place.size}"`;
    const headers = { 'content-type': 'image/webp', 'cache-control': CACHING, etag };
    if (call.req.header('if-none-match') === etag) return call.body(null, 304, headers);
    return call.body(new Uint8Array(bytes), 200, headers);
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) return missing(call);
    throw error;
  }
}

// No page: nobody reads it where a picture was asked for.
function missing(call: HonoContext<DoorEnv>): Response {
  return call.body(null, 404, { 'cache-control': 'no-store' });
}
