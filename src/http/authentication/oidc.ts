import { keyFor, seal, unseal } from '../../domain/sealed.ts';
import type { Identity } from '../../domain/users/identities/identity.ts';
import { oidcOf } from '../../domain/users/oidc/settings.ts';
import type { Attempt } from '../../domain/users/oidc/sign-in.ts';
import type { Call } from '../call.ts';
import { type CookieNames, cookie, newRandomId } from './cookies.ts';
import { formOwner } from './csrf.ts';

/** A page of ours to which the person returns. */
interface Continued {
  to: string;
  /** The token of the link that the person came by. */
  invitation?: string | undefined;
}

/** A browser's way through the provider's page and back. */
interface Stored {
  attempt?: Attempt & Continued;
  /** Verified; it waits for what the person has to confirm. */
  identity?: Identity & Continued;
}

/** Sign-in by OpenID Connect for pages. */
interface OidcSignIn extends Stored {
  /** The provider's name, for people. */
  name: string;
  /** Leads to the provider's page and back to `to`, one of our paths. */
  pageFor(to: string, invitation?: string): string;
  store(stored: Stored): void;
  /** Ends the way, also for copies of the cookie. */
  discard(): void;
}

/** People sign in at the provider meanwhile, and may have to find their telephone. */
const SECONDS = 900;

/** Null unless configured. */
export function oidcSignIn(call: Call, names: CookieNames): OidcSignIn | null {
  const { cookies, context } = call.get('caller');
  const provider = oidcOf(context.settings);
  if (!provider) return null;
  const key = keyFor(context.settings.APP_SECRET, 'openid connect');
  const setCookies = call.get('setCookies');
  const now = context.now.getTime();
  // Another browser, or this one after somebody has signed in or out, begins anew.
  const owner = formOwner(call, names);
  return {
    ...read(cookies[names.oidc], key, owner, now),
    name: provider.name,
    pageFor: (to, invitation) =>
      `/oidc/start?${new URLSearchParams({ return: to, ...(invitation && { invitation }) })}`,
    store(stored) {
      const text = JSON.stringify({ ...stored, until: now + SECONDS * 1000 });
      const value = seal(Buffer.from(text), key, owner).toString('base64url');
      setCookies.push(cookie(names, names.oidc, value, SECONDS));
    },
    discard() {
      setCookies.push(cookie(names, names.oidc, '', 0), cookie(names, names.guest, newRandomId()));
    },
  };
}

function read(value: string | undefined, key: Buffer, owner: string, now: number): Stored {
  const text = value && unseal(Buffer.from(value, 'base64url'), key, owner)?.toString();
  if (!text) return {};
  const { until, ...stored } = JSON.parse(text) as Stored & { until: number };
  return until > now ? stored : {};
}
