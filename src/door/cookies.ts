import { parse } from 'hono/utils/cookie';
import type { Tokens } from '../domain/sessions/start.ts';

/** The names of our cookies: on https they carry the prefix that ties them to this very host. */
export interface CookieNames {
  secure: boolean;
  access: string;
  refresh: string;
  guest: string;
  flash: string;
  theme: string;
  language: string;
  accessibility: string;
  google: string;
  device: string;
}

export function cookieNames(secure: boolean): CookieNames {
  const name = (plain: string) => (secure ? `__Host-pruta_${plain}` : `pruta_${plain}`);
  return {
    secure,
    access: name('access'),
    refresh: name('refresh'),
    guest: name('guest'),
    flash: name('flash'),
    theme: name('theme'),
    language: name('language'),
    accessibility: name('accessibility'),
    google: name('google'),
    device: name('device'),
  };
}

export function readCookies(header: string | undefined): Record<string, string> {
  return header ? parse(header) : {};
}

/** One `Set-Cookie` value; without `maxAge` (seconds) the cookie lives as long as the browser session. */
export function cookie(names: CookieNames, name: string, value: string, maxAge?: number): string {
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${names.secure ? '; Secure' : ''}${life}`;
}

/** `Set-Cookie` values that go out with the answer, whoever makes it. */
export type Outgoing = string[];

/** As long as browsers keep a cookie at most, in seconds. */
const LONGEST = 400 * 86_400;

/** Both cookies of a session, until it ends for good, and the one that the browser is recognised by. */
export function setSessionCookies(outgoing: Outgoing, names: CookieNames, tokens: Tokens, now: Date): void {
  const left = Math.max(0, Math.floor((tokens.endsAt.getTime() - now.getTime()) / 1000));
  outgoing.push(cookie(names, names.access, tokens.accessToken, left));
  outgoing.push(cookie(names, names.refresh, tokens.refreshToken, left));
  if (tokens.device) outgoing.push(cookie(names, names.device, tokens.device, LONGEST));
}

/** Takes both cookies of a session back, and what was chosen for this session alone. */
export function clearSessionCookies(outgoing: Outgoing, names: CookieNames): void {
  const { access, refresh, theme, language, accessibility, google } = names;
  for (const name of [access, refresh, theme, language, accessibility, google]) {
    outgoing.push(cookie(names, name, '', 0));
  }
}
