import type { Config } from '../../../config.ts';
import { DomainError } from '../../error.ts';

/** The identity provider, and our client id there. */
export interface Provider {
  clientId: string;
  issuer: string;
  keysUrl: string;
  /** False for a provider configured in Google's place. */
  isGoogle: boolean;
}

type Variables = Pick<Config, 'GOOGLE_CLIENT_ID' | 'GOOGLE_ISSUER' | 'GOOGLE_JWKS_URL'>;

export function providerOf({ GOOGLE_CLIENT_ID, GOOGLE_ISSUER, GOOGLE_JWKS_URL }: Variables): Provider | null {
  if (!GOOGLE_CLIENT_ID) return null;
  const hosts = [GOOGLE_ISSUER, GOOGLE_JWKS_URL].map((address) => new URL(address).hostname);
  return {
    clientId: GOOGLE_CLIENT_ID,
    issuer: GOOGLE_ISSUER,
    keysUrl: GOOGLE_JWKS_URL,
    isGoogle: hosts.every((host) => /(^|\.)(google|googleapis)\.com$/.test(host)),
  };
}

/** @throws DomainError GOOGLE_DISABLED (503) */
export function requireProvider(config: Variables): Provider {
  const provider = providerOf(config);
  if (!provider) throw new DomainError('GOOGLE_DISABLED', 503);
  return provider;
}

/**
 * Whether a provider's statement about an address is never out of date. Google runs the mailboxes of Gmail and of the
 * organisations named in `hd`; of any other address it only knows that it once belonged to the account. A provider
 * configured in Google's place is trusted with all of its addresses.
 */
export function isAuthority({ isGoogle }: Pick<Provider, 'isGoogle'>, email: string, hd: unknown): boolean {
  return !isGoogle || /@(gmail|googlemail)\.com$/.test(email) || (typeof hd === 'string' && hd !== '');
}
