import { DomainError } from '../../domain/error.ts';
import { readPicture } from '../../domain/users/picture/picture.ts';
import { pictureAt } from '../../domain/users/picture/schema.ts';
import type { Call } from '../call.ts';

// A changed picture gets another name, so that browsers can cache it permanently.
const CACHE_CONTROL = 'private, max-age=31536000, immutable';

/** Missing for people who may not see it. */
export async function sendPicture(call: Call): Promise<Response> {
  try {
    const address = pictureAt(call.req.param('user') ?? '', call.req.param('file') ?? '');
    if (!address) return missing(call);
    const bytes = await readPicture(call.get('caller').context, address);
    const etag = `"${address.name}-${address.size}"`;
    const headers = { 'content-type': 'image/webp', 'cache-control': CACHE_CONTROL, etag };
    if (call.req.header('if-none-match') === etag) return call.body(null, 304, headers);
    return call.body(new Uint8Array(bytes), 200, headers);
  } catch (error) {
    if (error instanceof DomainError && error.status === 404) return missing(call);
    throw error;
  }
}

// Not a page, which would never be visible in place of a picture.
function missing(call: Call): Response {
  return call.body(null, 404, { 'cache-control': 'no-store' });
}
