import { randomBytes } from 'node:crypto';
import { parse } from 'hono/utils/cookie';
import type { Tokens } from '../../domain/sessions/start.ts';

const NAMES = {
  access: 'access',
  refresh: 'refresh',
  guest: 'guest',
  flash: 'flash',
  theme: 'theme',
  language: 'language',
  currency: 'currency',
  accessibility: 'accessibility',
  displayButton: 'display_button',
  google: 'google',
  oidc: 'oidc',
  device: 'device',
  challenge: 'challenge',
};

/** On https the names have the prefix that ties a cookie to this host. */
export type CookieNames = Record<keyof typeof NAMES, string> & { secure: boolean };

export function cookieNames(secure: boolean): CookieNames {
  const prefix = secure ? '__Host-pruta_' : 'pruta_';
  const names = Object.entries(NAMES).map(([key, name]) => [key, prefix + name]);
  return { secure, ...(Object.fromEntries(names) as typeof NAMES) };
}

export function readCookies(header: string | undefined): Record<string, string> {
  return header ? parse(header) : {};
}

// W3m keeps a cookie with `Max-Age=0` until the end of this second, and would send it with the next page.
const EXPIRED = '; Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/** Without `maxAge` (seconds) the cookie lasts for the browser session; 0 deletes it. */
export function cookie(names: CookieNames, name: string, value: string, maxAge?: number): string {
  const lifetime = maxAge === undefined ? '' : `; Max-Age=${maxAge}${maxAge === 0 ? EXPIRED : ''}`;
  // Lynx reads `SameSite` as the start of another cookie, and would ignore attributes after it.
  return `${name}=${value}; Path=/; HttpOnly${names.secure ? '; Secure' : ''}${lifetime}; SameSite=Lax`;
}

const MAX_AGE_LIMIT = 400 * 86_400;

/** Sets the session's cookies until it ends, and the one that identifies the browser. */
export function setSessionCookies(setCookies: string[], names: CookieNames, tokens: Tokens, now: Date): void {
  const maxAge = Math.max(0, Math.floor((tokens.endsAt.getTime() - now.getTime()) / 1000));
  setCookies.push(cookie(names, names.access, tokens.accessToken, maxAge));
  setCookies.push(cookie(names, names.refresh, tokens.refreshToken, maxAge));
  setDeviceCookie(setCookies, names, tokens.device);
}

export function setDeviceCookie(setCookies: string[], names: CookieNames, device: string | undefined): void {
  if (device) setCookies.push(cookie(names, names.device, device, MAX_AGE_LIMIT));
}

/** Deletes the session's cookies and the choices for this browser session. */
export function clearSessionCookies(setCookies: string[], names: CookieNames): void {
  const { access, refresh, theme, language, currency, accessibility, displayButton } = names;
  const choices = [theme, language, currency, accessibility, displayButton];
  for (const name of [access, refresh, ...choices, names.google, names.oidc, names.challenge]) {
    setCookies.push(cookie(names, name, '', 0));
  }
}

/** Deletes all our cookies, including the one that identifies the browser. */
export function clearAllCookies(setCookies: string[], names: CookieNames): void {
  for (const name of Object.values(names))
    if (typeof name === 'string') setCookies.push(cookie(names, name, '', 0));
}

export function newRandomId(): string {
  return randomBytes(16).toString('base64url');
}
