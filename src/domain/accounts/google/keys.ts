import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';

/** Both in milliseconds. */
const FETCH_TIMEOUT = 5_000;
const CACHE_AGE = 60 * 60_000;

/** A provider publishes a handful of keys; a longer answer is not a list of keys. */
const MAX_BYTES = 256 * 1024;

/** The provider's keys could not be fetched; the token may still be valid. */
export class KeysUnavailable extends Error {}

const keysByAddress = new Map<string, JWTVerifyGetKey>();

/** Keys are fetched when first needed; the returned function throws KeysUnavailable. */
export function keysAt(address: string): JWTVerifyGetKey {
  let keys = keysByAddress.get(address);
  if (!keys) {
    keys = remoteKeys(address);
    keysByAddress.set(address, keys);
  }
  return keys;
}

function remoteKeys(address: string): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(address), {
    timeoutDuration: FETCH_TIMEOUT,
    cacheMaxAge: CACHE_AGE,
    [customFetch]: fetchKeys,
  });
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      throw new KeysUnavailable('the keys of the sign-in provider could not be had', { cause: error });
    }
  };
}

// A redirect could lead into the server's own network, and an endless answer would fill its memory.
async function fetchKeys(address: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, { ...options, redirect: 'error' });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error('the list of keys is too long');
    pieces.push(piece);
  }
  return new Response(Buffer.concat(pieces), { status: answer.status });
}
