import { createHmac } from 'node:crypto';
import type { Context } from '../../domain/context.ts';
import { type Provider, providerOf } from '../../domain/users/google/provider.ts';
import type { Call } from '../call.ts';
import { returnTo } from '../pages/return-to.ts';
import { type CookieNames, cookie, newRandomId } from './cookies.ts';
import { formOwner } from './csrf.ts';

/** The provider's unverified credential, and the path where we continue. */
interface ReturnedCredential {
  credential: string;
  to: string;
}

/** Sign-in with Google for pages; the README describes what to register with the provider. */
interface GoogleSignIn {
  clientId: string;
  nonce: string;
  library: string;
  /** The provider's sign-in page, which needs no script and returns to `to`, one of our paths. */
  pageFor(to: string): string;
  returned: ReturnedCredential | null;
  store(returned: ReturnedCredential): void;
  /** Also invalidates every credential requested in this browser before. */
  discard(): void;
  allowLibrary(): void;
}

const RETURNED_SECONDS = 300;

/** Browsers accept 4 kB in a cookie. */
const CREDENTIAL_MAX = 3600;

export const RETURN_PATH = '/google/return';

/** This address must be registered with the provider. */
function returnAddress({ settings }: Pick<Context, 'settings'>): string {
  return settings.PUBLIC_URL + RETURN_PATH;
}

/** Binds a token to the session or guest, so that it cannot be used in another browser. Null for programs. */
export function googleNonce(call: Call, names: CookieNames): string | null {
  const { byBearer, context } = call.get('caller');
  const owner = byBearer ? '' : formOwner(call, names);
  if (!owner) return null;
  return createHmac('sha256', context.settings.APP_SECRET).update(`google:${owner}`).digest('base64url');
}

/** Null unless configured. */
export function googleSignIn(call: Call, names: CookieNames): GoogleSignIn | null {
  const { cookies, context } = call.get('caller');
  const provider = providerOf(context.settings);
  if (!provider) return null;
  const base = provider.issuer.replace(/\/+$/, '');
  const nonce = googleNonce(call, names) ?? '';
  const setCookies = call.get('setCookies');
  const outcome = call.get('pageOutcome');
  return {
    clientId: provider.clientId,
    nonce,
    library: `${base}/gsi/client`,
    pageFor: (to) => signInPage(base, provider, { nonce, to, redirect: returnAddress(context) }),
    returned: readReturned(cookies[names.google]),
    store: (returned) => void setCookies.push(writeReturned(names, returned)),
    discard() {
      setCookies.push(cookie(names, names.google, '', 0), cookie(names, names.guest, newRandomId()));
    },
    allowLibrary() {
      outcome.foreignSources = librarySources(base);
    },
  };
}

// OpenID Connect's implicit flow needs no secret of ours and sends the token as a form, never in an address.
function signInPage(
  base: string,
  { clientId }: Provider,
  { nonce, to, redirect }: { nonce: string; to: string; redirect: string },
): string {
  const parameters = {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid email profile',
    prompt: 'select_account',
    nonce,
    state: to,
  };
  return `${base}/o/oauth2/v2/auth?${new URLSearchParams(parameters)}`;
}

function librarySources(base: string): Record<string, string> {
  return {
    'script-src': `${base}/gsi/client`,
    'style-src': `${base}/gsi/style`,
    'frame-src': `${base}/gsi/`,
    'connect-src': `${base}/gsi/`,
  };
}

/**
 * Receives the form from the provider's page. A cross-site form comes without our cookies, so this changes nothing and
 * passes the content to one of our pages, which is requested with cookies.
 */
export async function receiveReturn(call: Call, names: CookieNames): Promise<Response> {
  const form = await call.req.formData().catch(() => new FormData());
  const credential = String(form.get('id_token') ?? form.get('credential') ?? '');
  const to = returnTo(String(form.get('state') ?? ''));
  call.header(
    'set-cookie',
    isToken(credential) ? writeReturned(names, { credential, to }) : cookie(names, names.google, '', 0),
  );
  return call.redirect('/google', 303);
}

function writeReturned(names: CookieNames, { credential, to }: ReturnedCredential): string {
  const value = `${credential}.${Buffer.from(to).toString('base64url')}`;
  return cookie(names, names.google, value, RETURNED_SECONDS);
}

function readReturned(value: string | undefined): ReturnedCredential | null {
  const end = value?.lastIndexOf('.') ?? -1;
  if (!value || !isToken(value.slice(0, end))) return null;
  return {
    credential: value.slice(0, end),
    to: returnTo(Buffer.from(value.slice(end + 1), 'base64url').toString()),
  };
}

function isToken(text: string): boolean {
  return text.length <= CREDENTIAL_MAX && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}
