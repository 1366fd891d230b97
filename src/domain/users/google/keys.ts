import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { HOUR } from '../../instants.ts';
import { boundedFetch } from '../bounded-fetch.ts';

/** Both in milliseconds. */
const FETCH_TIMEOUT = 5_000;
const CACHE_AGE = HOUR;

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
    [customFetch]: boundedFetch,
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
