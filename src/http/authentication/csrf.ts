import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/error.ts';
import { isolated } from '../../i18n/isolated.ts';
import { type Call, isApi } from '../call.ts';
import type { CookieNames } from './cookies.ts';

/** The hidden field that carries the token in every form. */
const FORM_TOKEN = '_csrf';

/** Proves, if the browser sends no origin, that we rendered a form for this very session or guest. */
export function formToken(secret: string, owner: string): string {
  return createHmac('sha256', secret).update(`form:${owner}`).digest('base64url').slice(0, 32);
}

/** The owner of a form: the session, or the guest before sign-in. */
export function formOwner(call: Call, names: CookieNames): string {
  const { viewer, cookies } = call.get('caller');
  return viewer?.sessionId ?? cookies[names.guest] ?? '';
}

/** Whether a request that changes something comes from our own pages; bearer tokens need no such proof. */
export function isFromOwnPages(call: Call, names: CookieNames): boolean {
  const { byBearer, byCookie, context } = call.get('caller');
  if (isApi(call) && byBearer) return true;
  const isSame = isSameOrigin(call, context.settings.PUBLIC_URL);
  if (isSame !== null) return isSame;
  if (isApi(call) && !byCookie) return true;
  const token = call.get('form')?.get(FORM_TOKEN) ?? call.req.header('x-csrf-token');
  return isFormToken(context.settings.APP_SECRET, formOwner(call, names), token);
}

/** The refusal of a request that does not come from our own pages, or whose page was opened at another address. */
export function foreignRequest(publicUrl: string): DomainError {
  return new DomainError('CSRF_REJECTED', 403, { values: { address: isolated(publicUrl) } });
}

// Null where the browser sends neither header, as text browsers and command lines do.
function isSameOrigin({ req }: Call, publicUrl: string): boolean | null {
  const fetchSite = req.header('sec-fetch-site');
  const origin = req.header('origin');
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin !== undefined) return isOwnOrigin(origin, req.header('host'), publicUrl);
  return fetchSite === undefined ? null : true;
}

// The host that people type may differ from the public one (127.0.0.1 for localhost). The host that the browser itself
// connected to counts too, since no other site can choose it; but where the public one is https, a page that came by
// plain http may have been written by anybody on the way.
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const own = new URL(publicUrl);
  const { protocol, host: typed } = new URL(origin);
  return origin === own.origin || (typed === host && (own.protocol === 'http:' || protocol === 'https:'));
}

function isFormToken(secret: string, owner: string, given: unknown): boolean {
  const expected = Buffer.from(formToken(secret, owner));
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
