import { hash } from 'node:crypto';
import { localNow } from '../../domain/calendar.ts';
import { MINUTE } from '../../domain/instants.ts';
import { isEnding } from '../../domain/sessions/times.ts';
import type { CookieNames } from '../authentication/cookies.ts';
import type { Caller } from '../call.ts';
import { hasTrait } from './routes.ts';

const QUARTER_HOUR = 15 * MINUTE;

/**
 * The `ETag` of a signed-in page: build, address, session row (settings, session, revision), instance settings, ids of
 * people who wait for an administrator,
 * language, theme, visibility of the display button, local day. Null for pages that must be rendered: without `tagged`
 * in `routes.ts`, with a message, or in the last minutes of a session, which show the time left.
 */
export function pageTag(
  { pathname, search }: URL,
  { viewer, cookies, context }: Caller,
  names: CookieNames,
  build: string,
  waiting: string[],
): string | null {
  if (!viewer || viewer.block || cookies[names.flash] || isEnding(viewer, context.now)) return null;
  if (!hasTrait(pathname, 'tagged')) return null;
  const shown = [
    build,
    pathname + search,
    viewer,
    context.locale,
    context.site,
    waiting,
    cookies[names.theme] ?? null,
    cookies[names.displayButton] ?? null,
    localNow(context.now, viewer.preferences.timezone).date,
    // Recurring templates follow their own time zones, where days begin at a quarter of an hour.
    pathname === '/' || pathname.startsWith('/recurring')
      ? Math.floor(context.now.getTime() / QUARTER_HOUR)
      : null,
  ];
  return `W/"${hash('sha256', JSON.stringify(shown), 'base64url').slice(0, 27)}"`;
}
