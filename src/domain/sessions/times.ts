import { MINUTE } from '../instants.ts';

/** Time before its expiry at which an access token is renewed, in milliseconds. */
export const REFRESH_LEAD = 2 * MINUTE;

/** Time before the end of a session at which the person is notified, in milliseconds. */
export const NOTICE_LEAD = 5 * MINUTE;

export function isEnding({ sessionEnds }: { sessionEnds: string }, now: Date): boolean {
  return Date.parse(sessionEnds) - now.getTime() <= NOTICE_LEAD;
}

/** How long a session lasts at least that a person asked to keep, in seconds. */
const LONG_SESSION = 30 * 86_400;

/** How long a session lasts from its sign-in, in seconds: the variable is named after the token, but limits the session. */
export function sessionSeconds({ REFRESH_TOKEN_TTL }: { REFRESH_TOKEN_TTL: number }, isLong = false): number {
  return isLong ? Math.max(LONG_SESSION, REFRESH_TOKEN_TTL) : REFRESH_TOKEN_TTL;
}

/** How long a sign-in or a code counts as one of now, before what a stranger at an open session must not do; milliseconds. */
export const RECENT = 15 * MINUTE;
