import type { ClientError, Configuration, ResponseBodyError } from 'openid-client';
import type { Requesting } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { claimedEmail, claimedNames, claimedSubject, isEmailVerified } from '../identities/claims.ts';
import type { Identity } from '../identities/identity.ts';
import { clientFor, forgetClient } from './client.ts';
import { type OidcProvider, oidcOf } from './settings.ts';

type Asking = Pick<Requesting, 'settings' | 'log'>;

/** What the browser keeps while its person is at the provider; the provider sees only hashes and random text of it. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Begins a sign-in at the provider.
 * @returns the provider's page, and what `identityFrom` needs afterwards
 * @throws DomainError OIDC_DISABLED and OIDC_UNAVAILABLE (503)
 */
export async function beginAttempt(context: Asking): Promise<{ page: string; attempt: Attempt }> {
  const provider = requireOidc(context);
  return asking(context, async () => {
    const client = await clientFor(provider);
    const library = await import('openid-client');
    const attempt = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
    };
    const page = library.buildAuthorizationUrl(client, {
      redirect_uri: provider.returnAddress,
      scope: 'openid email profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { page: page.href, attempt };
  });
}

/**
 * Whether the browser itself began this attempt: any page can send it here with an address that was made up.
 * @param query of the address that the browser came back to
 * @param attempt of the same browser; undefined for one that has ended or was never begun
 * @throws DomainError OIDC_AUTH_ERROR (400), OIDC_DISABLED (503)
 */
export function requireAttempt(context: Asking, query: URLSearchParams, attempt?: Attempt): Attempt {
  requireOidc(context);
  if (!attempt || query.get('state') !== attempt.state) throw refused('errors:oidcOver');
  return attempt;
}

/**
 * Exchanges the code that the browser came back with, and checks what the provider says: signature, issuer, audience,
 * times and nonce.
 * @param returned as `requireAttempt`, which comes first
 * @throws DomainError OIDC_AUTH_ERROR (400), OIDC_DISABLED and OIDC_UNAVAILABLE (503)
 */
export async function identityFrom(
  context: Asking,
  returned: URLSearchParams,
  attempt: Attempt,
): Promise<Identity> {
  const provider = requireOidc(context);
  return asking(context, async () => {
    const client = await clientFor(provider);
    const { authorizationCodeGrant } = await import('openid-client');
    const tokens = await authorizationCodeGrant(client, new URL(`${provider.returnAddress}?${returned}`), {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    return identityOf(client, tokens.claims() ?? {}, tokens.access_token);
  });
}

async function identityOf(
  client: Configuration,
  token: Record<string, unknown>,
  accessToken: string,
): Promise<Identity> {
  const subject = claimedSubject(token);
  if (!subject) throw refused();
  const claims = token.email === undefined ? await withUserInfo(client, token, accessToken, subject) : token;
  const email = claimedEmail(claims);
  if (!email) throw refused('errors:oidcNoEmail');
  return {
    provider: 'oidc',
    // Another provider may have the same id for somebody else.
    subject: `${client.serverMetadata().issuer} ${subject}`,
    email,
    ...claimedNames(claims, email),
    isAuthority: isEmailVerified(claims),
  };
}

// Some providers keep addresses out of their tokens.
async function withUserInfo(
  client: Configuration,
  token: Record<string, unknown>,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (!client.serverMetadata().userinfo_endpoint) return token;
  const { fetchUserInfo } = await import('openid-client');
  return { ...token, ...(await fetchUserInfo(client, accessToken, subject)) };
}

function requireOidc({ settings }: Pick<Requesting, 'settings'>): OidcProvider {
  const provider = oidcOf(settings);
  if (!provider) throw new DomainError('OIDC_DISABLED', 503);
  return provider;
}

/** In characters: a stranger may have written it. */
const REASON_MAX = 100;

// The library checks these claims; any other failure is the provider's, or of the network.
const REFUSED_CLAIMS = ['OAUTH_JWT_CLAIM_COMPARISON_FAILED', 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED'];

async function asking<Result>({ log, settings }: Asking, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const failure = error as Partial<ClientError & ResponseBodyError>;
    log.warn(
      { err: error, reason: failure.error?.slice(0, REASON_MAX) },
      'a sign-in by OpenID Connect failed',
    );
    const refusal = refusalFor(failure);
    const provider = oidcOf(settings);
    if (provider && refusal.status === 503) forgetClient(provider);
    throw refusal;
  }
}

// The names of errors, because the library is loaded only on demand.
function refusalFor({ name, error, code }: Partial<ClientError & ResponseBodyError>): DomainError {
  if (error === 'access_denied') return refused('errors:oidcDenied');
  // The code was used before, or is too old.
  if (name === 'ResponseBodyError' && error === 'invalid_grant') return refused('errors:oidcOver');
  if (code && REFUSED_CLAIMS.includes(code)) return refused();
  return new DomainError('OIDC_UNAVAILABLE', 503, { retryAfter: 5 });
}

function refused(
  message:
    | 'errors:OIDC_AUTH_ERROR'
    | 'errors:oidcOver'
    | 'errors:oidcDenied'
    | 'errors:oidcNoEmail' = 'errors:OIDC_AUTH_ERROR',
): DomainError {
  return new DomainError('OIDC_AUTH_ERROR', 400, { message });
}
