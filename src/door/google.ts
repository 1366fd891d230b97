import { createHmac } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import type { App } from '../domain/context.ts';
import { type Provider, providerOf } from '../domain/google/provider.ts';
import { type CookieNames, cookie } from './cookies.ts';
import { newGuest } from './form-token.ts';
import { formOwner } from './from-us.ts';
import { type Returned, readReturned, returnAddress, writeReturned } from './google-return.ts';
import type { DoorEnv } from './visitor.ts';

type Call = HonoContext<DoorEnv>;

/** What pages need to offer Google: see the README for what the provider has to know of us. */
export interface GoogleDoor {
  clientId: string;
  /** What a token that is asked for on this page must say. */
  nonce: string;
  /** The address of the provider's library for browsers. */
  library: string;
  /** The provider's own page to sign in on, which needs no script and comes back to `to`, a path of ours. */
  pageFor(to: string): string;
  /** What the provider sent back a moment ago, not yet looked at. */
  returned: Returned | null;
  /** Keeps a credential in the browser until the person has confirmed what is to be done with it. */
  keep(returned: Returned): void;
  /** Forgets it, and makes every credential that was asked for in this browser before worthless. */
  forget(): void;
  /** Lets the page that is being made load the provider's library. */
  admit(): void;
}

/**
 * What a token must say that was asked for in this browser: bound to the session, or to the guest before it, so that
 * a token that was overheard is of no use in another. Null for programs.
 */
export function googleNonce(call: Call, app: App, names: CookieNames): string | null {
  const owner = call.get('visitor').byBearer ? '' : formOwner(call, names);
  if (!owner) return null;
  return createHmac('sha256', app.config.APP_SECRET).update(`google:${owner}`).digest('base64url');
}

/** Google as a page sees it; null where it is not configured. */
export function googleDoor(call: Call, app: App, names: CookieNames): GoogleDoor | null {
  const provider = providerOf(app.config);
  if (!provider) return null;
  const base = provider.issuer.replace(/\/+$/, '');
  const nonce = googleNonce(call, app, names) ?? '';
  const outgoing = call.get('outgoing');
  return {
    clientId: provider.clientId,
    nonce,
    library: `${base}/gsi/client`,
    pageFor: (to) => signInPage(base, provider, { nonce, to, redirect: returnAddress(app) }),
    returned: readReturned(call.get('visitor').cookies[names.google]),
    keep: (returned) => void outgoing.push(writeReturned(names, returned)),
    forget() {
      outgoing.push(cookie(names, names.google, '', 0), cookie(names, names.guest, newGuest()));
    },
    admit: () => call.set('sources', librarySources(base)),
  };
}

// OpenID Connect's implicit flow: no secret of ours is needed, and the token comes as a form, never in an address.
function signInPage(
  base: string,
  { clientId }: Provider,
  { nonce, to, redirect }: { nonce: string; to: string; redirect: string },
): string {
  const asked = {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid email profile',
    prompt: 'select_account',
    nonce,
    state: to,
  };
  return `${base}/o/oauth2/v2/auth?${new URLSearchParams(asked)}`;
}

function librarySources(base: string): Record<string, string> {
  return {
    'script-src': `${base}/gsi/client`,
    'style-src': `${base}/gsi/style`,
    'frame-src': `${base}/gsi/`,
    'connect-src': `${base}/gsi/`,
  };
}
