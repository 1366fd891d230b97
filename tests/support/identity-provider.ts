import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { LIBRARY } from './identity-library.ts';
import { listen } from './port.ts';

export const CLIENT_ID = 'pruta-tests.apps.example';

/** In addition to those of every token. */
export interface Claims extends JWTPayload {
  email?: string;
  email_verified?: boolean;
}

type Error = 'down' | 'garbage' | 'redirect' | 'endless';
type LibraryError = 'missing' | 'empty' | 'slow';

export interface IdentityProvider {
  url: string;
  environment: Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_ISSUER' | 'GOOGLE_JWKS_URL', string>;
  /** A token valid for an hour from `now`, unless `claims` say otherwise. */
  mint(claims: Claims, now?: Date): Promise<string>;
  /** Signed by an unpublished key, with the id of a published one. */
  forge(claims: Claims, now?: Date): Promise<string>;
  /** Signed by a key with an unknown id. */
  mintUnknown(claims: Claims, now?: Date): Promise<string>;
  /** `alg` is none. */
  mintUnsigned(claims: Claims, now?: Date): string;
  /** Makes the list of keys fail, at the returned address; null repairs it. */
  failKeys(error: Error | null): string;
  failLibrary(error: LibraryError | null): void;
  person: Claims;
  stop(): Promise<void>;
}

const HOUR = 3600;
const KEY_ID = 'first';

/**
 * A small identity provider with keys, a sign-in page and a library for browsers. At the host `localhost`, browsers
 * take it for another site than the server under test.
 */
export async function startIdentityProvider(
  host: '127.0.0.1' | 'localhost' = '127.0.0.1',
): Promise<IdentityProvider> {
  const keys = await generateKeyPair('RS256');
  const foreign = await generateKeyPair('RS256');
  const jwks = JSON.stringify({
    keys: [{ ...(await exportJWK(keys.publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
  });
  let url = '';
  let keysError: Error | null = null;
  let libraryError: LibraryError | null = null;

  const completed = (claims: Claims, now: Date): JWTPayload => {
    const seconds = Math.floor(now.getTime() / 1000);
    return { iss: url, aud: CLIENT_ID, iat: seconds, exp: seconds + HOUR, email_verified: true, ...claims };
  };
  const signed = (key: CryptoKey, kid: string, claims: Claims, now = new Date()) =>
    new SignJWT(completed(claims, now)).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key);

  async function answer({ url: path = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(path, url);
    if (pathname.startsWith('/keys')) return sendKeys(response, keysError, jwks);
    if (pathname === '/gsi/client') return sendLibrary(response, libraryError);
    const nonce = searchParams.get('nonce') ?? '';
    const token = await signed(keys.privateKey, KEY_ID, { ...provider.person, nonce });
    if (pathname === '/gsi/token') {
      response.setHeader('access-control-allow-origin', '*').end(token);
    } else if (pathname === '/o/oauth2/v2/auth') {
      response.setHeader('content-type', 'text/html').end(signInPage(searchParams, token));
    } else response.writeHead(404).end();
  }

  const server = createServer((request, response) => void answer(request, response));
  url = `http://${host}:${await listen(server, host)}`;
  const provider: IdentityProvider = {
    url,
    environment: { GOOGLE_CLIENT_ID: CLIENT_ID, GOOGLE_ISSUER: url, GOOGLE_JWKS_URL: `${url}/keys` },
    mint: (claims, now) => signed(keys.privateKey, KEY_ID, claims, now),
    forge: (claims, now) => signed(foreign.privateKey, KEY_ID, claims, now),
    mintUnknown: (claims, now) => signed(foreign.privateKey, 'second', claims, now),
    mintUnsigned: (claims, now = new Date()) => new UnsecuredJWT(completed(claims, now)).encode(),
    failKeys(error) {
      keysError = error;
      // Fetched keys are cached: an error takes effect only at a new address.
      return `${url}/keys/${error}`;
    },
    failLibrary(error) {
      libraryError = error;
    },
    person: {},
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return provider;
}

function sendKeys(response: ServerResponse, error: Error | null, jwks: string): void {
  response.setHeader('content-type', 'application/json');
  if (error === 'down') response.writeHead(500).end();
  else if (error === 'garbage') response.end('<p>no keys today</p>');
  else if (error === 'redirect') response.writeHead(302, { location: '/keys' }).end();
  else if (error === 'endless') response.end(jwks.padEnd(300_000));
  else response.end(jwks);
}

function sendLibrary(response: ServerResponse, error: LibraryError | null): void {
  // A slow request is never answered.
  if (error === 'slow') return;
  if (error === 'missing') response.writeHead(404).end();
  else response.setHeader('content-type', 'text/javascript').end(error === 'empty' ? '' : LIBRARY);
}

// Sends the token back with a form, as the provider does after an account was chosen.
function signInPage(parameters: URLSearchParams, token: string): string {
  const state = escaped(parameters.get('state') ?? '');
  return `<!doctype html><title>Provider</title><link rel="icon" href="data:,">
<form method="post" action="${escaped(parameters.get('redirect_uri') ?? '')}">
<input type="hidden" name="id_token" value="${token}">
<input type="hidden" name="state" value="${state}">
<button>Allow</button>
</form>
<form method="post" action="${escaped(parameters.get('redirect_uri') ?? '')}">
<input type="hidden" name="error" value="access_denied">
<input type="hidden" name="state" value="${state}">
<button>Deny</button>
</form>`;
}

function escaped(text: string): string {
  return text.replace(/[&"<]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
