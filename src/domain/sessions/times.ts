/** How long before its expiry an access token is renewed, in milliseconds. */
export const REFRESH_LEAD = 120_000;

/** How long before the end of a session its person is notified, in milliseconds. */
export const NOTICE_LEAD = 300_000;

/** Whether a session is in its last minutes. */
export function isEnding({ sessionEnds }: { sessionEnds: string }, now: Date): boolean {
  return Date.parse(sessionEnds) - now.getTime() <= NOTICE_LEAD;
}
