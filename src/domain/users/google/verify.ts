import { type JWTPayload, jwtVerify } from 'jose';
import type { TextKey } from '../../../i18n/texts.ts';
import type { Context, Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { claimedEmail, claimedNames, claimedSubject, isEmailVerified } from '../identities/claims.ts';
import type { Identity } from '../identities/identity.ts';
import { KeysUnavailable, keysAt } from './keys.ts';
import { isAuthority, type Provider, requireProvider } from './provider.ts';

export interface Presented {
  credential: unknown;
  /** The nonce from this browser's cookie; null if it is missing or forged. */
  nonce: string | null;
  /** Whether one of our pages requested the credential, which then requires a nonce; API clients send none. */
  byPage?: boolean;
}

/**
 * Checks a credential's form, signature, issuer, audience, times, nonce and that its address is verified.
 * @throws DomainError GOOGLE_DISABLED (503), GOOGLE_AUTH_ERROR (400), GOOGLE_LOGIN_ERROR (503) without the keys
 */
export async function verifyCredential(
  { settings, log, now }: Requesting,
  { credential, nonce, byPage = false }: Presented,
): Promise<Identity> {
  const provider = requireProvider(settings);
  const claims = await claimsOf(checkForm(credential), provider, { log, now });
  const subject = claimedSubject(claims);
  const email = claimedEmail(claims);
  if (!subject || !email || !isEmailVerified(claims)) throw badCredential();
  const isNonceValid = claims.nonce === undefined ? !byPage : claims.nonce === nonce;
  if (!isNonceValid) throw badCredential();
  return {
    provider: 'google',
    subject,
    email,
    ...claimedNames(claims, email),
    isAuthority: isAuthority(provider, email, claims.hd),
  };
}

async function claimsOf(
  token: string,
  provider: Provider,
  { log, now }: Pick<Context, 'log' | 'now'>,
): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, keysAt(provider.keysUrl), {
      algorithms: ['RS256'],
      issuer: issuersOf(provider),
      audience: provider.clientId,
      requiredClaims: ['exp', 'sub'],
      currentDate: now,
    });
    // A token for several audiences could be replayed here by any of them.
    if (Array.isArray(payload.aud) && payload.aud.length > 1) throw badCredential();
    return payload;
  } catch (error) {
    if (error instanceof KeysUnavailable) log.warn({ err: error.cause }, error.message);
    throw refusalFor(error);
  }
}

// The reason for a refusal would help only a forger.
function refusalFor(error: unknown): DomainError {
  if (!(error instanceof KeysUnavailable)) return badCredential();
  return new DomainError('GOOGLE_LOGIN_ERROR', 503, { retryAfter: 5 });
}

// Google writes its issuer with and without https.
function issuersOf({ issuer }: Provider): string[] {
  return issuer === 'https://accounts.google.com' ? [issuer, 'accounts.google.com'] : [issuer];
}

/** Longer than any token that a provider issues, in characters. */
const MAX_LENGTH = 8192;

function badCredential(message: TextKey = 'errors:GOOGLE_AUTH_ERROR'): DomainError {
  return new DomainError('GOOGLE_AUTH_ERROR', 400, { message });
}

/**
 * Checks the form before any keys are fetched: three parts with an email address inside, not yet verified.
 * @throws DomainError GOOGLE_AUTH_ERROR (400) with the reason
 */
function checkForm(credential: unknown): string {
  if (typeof credential !== 'string' || credential === '' || credential.length > MAX_LENGTH) {
    throw badCredential();
  }
  const parts = credential.split('.');
  if (parts.length !== 3) throw badCredential('errors:googleTokenFormat');
  const [header, payload] = parts.map(decoded);
  if (!header || !payload) throw badCredential('errors:googleTokenDecode');
  if (typeof payload.email !== 'string' || payload.email.trim() === '') {
    throw badCredential('errors:googleEmailMissing');
  }
  return credential;
}

function decoded(part: string): Record<string, unknown> | null {
  if (!/^[\w-]*$/.test(part)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
