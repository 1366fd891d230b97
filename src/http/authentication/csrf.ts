import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../../domain/error.ts';
import { isolated } from '../../i18n/isolated.ts';
import { type Call, isApi } from '../call.ts';
import type { CookieNames } from './cookies.ts';

const FORM_TOKEN = '_csrf';

/** Proves, if the browser sends no origin, that we rendered the form for this session or guest. */
export function formToken(secret: string, owner: string): string {
  return createHmac('sha256', secret).update(`form:${owner}`).digest('base64url').slice(0, 32);
}

/** The session, or the guest before sign-in. */
export function formOwner(call: Call, names: CookieNames): string {
  const { viewer, cookies } = call.get('caller');
  return viewer?.sessionId ?? cookies[names.guest] ?? '';
}

/** Bearer tokens need no such proof. */
export function isFromOwnPages(call: Call, names: CookieNames): boolean {
  const { byBearer, byCookie, context } = call.get('caller');
  if (isApi(call) && byBearer) return true;
  const isSame = isSameOrigin(call, context.settings.PUBLIC_URL);
  if (isSame !== null) return isSame;
  if (isApi(call) && !byCookie) return true;
  const token = call.get('form')?.get(FORM_TOKEN) ?? call.req.header('x-csrf-token');
  return isFormToken(context.settings.APP_SECRET, formOwner(call, names), token);
}

/** Names our address, in case the page was opened at another one. */
export function foreignRequest(publicUrl: string): DomainError {
  return new DomainError('CSRF_REJECTED', 403, { values: { address: isolated(publicUrl) } });
}

// Null if the browser sends neither header, as text browsers and command lines do.
function isSameOrigin({ req }: Call, publicUrl: string): boolean | null {
  const fetchSite = req.header('sec-fetch-site');
  const origin = req.header('origin');
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (origin !== undefined) return isOwnOrigin(origin, req.header('host'), publicUrl);
  return fetchSite === undefined ? null : true;
}

// People may type another host than the public one (127.0.0.1 for localhost). The host the browser connected to counts
// too, since no other site can choose it. With a public https address, a plain http page does not count: anybody on the
// network may have written it.
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const publicAddress = new URL(publicUrl);
  const { protocol, host: typedHost } = new URL(origin);
  return (
    origin === publicAddress.origin ||
    (typedHost === host && (publicAddress.protocol === 'http:' || protocol === 'https:'))
  );
}

function isFormToken(secret: string, owner: string, token: unknown): boolean {
  const expected = Buffer.from(formToken(secret, owner));
  const actual = Buffer.from(typeof token === 'string' ? token : '');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
