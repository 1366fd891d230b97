import { hash } from 'node:crypto';
import { localNow } from '../../domain/calendar.ts';
import { isEnding } from '../../domain/sessions/times.ts';
import type { CookieNames } from '../authentication/cookies.ts';
import type { Caller } from '../call.ts';
import { hasTrait } from './routes.ts';

const QUARTER_HOUR = 15 * 60_000;

/**
 * The `ETag` of a signed-in page: the build, the address, the viewer as the session row has them (settings, session,
 * revision), the instance's settings, language, theme, whether the button of
 * the display settings is hidden, and the local day. Null for pages that must be rendered: all that are not `tagged` in
 * `routes.ts`, those that show a message, and those in the last minutes of a session, which show how many are left.
 */
export function pageTag(
  { pathname, search }: URL,
  { viewer, cookies, context }: Caller,
  names: CookieNames,
  build: string,
): string | null {
  if (!viewer || viewer.block || cookies[names.flash] || isEnding(viewer, context.now)) return null;
  if (!hasTrait(pathname, 'tagged')) return null;
  const shown = [
    build,
    pathname + search,
    viewer,
    context.locale,
    context.site,
    cookies[names.theme] ?? null,
    cookies[names.displayButton] ?? null,
    localNow(context.now, viewer.preferences.timezone).date,
    // Recurring templates follow the day of their own time zones, which begins on a quarter of an hour everywhere.
    pathname === '/' || pathname.startsWith('/recurring')
      ? Math.floor(context.now.getTime() / QUARTER_HOUR)
      : null,
  ];
  return `W/"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 27)}"`;
}
