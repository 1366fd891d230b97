/** So long before an access token runs out it is renewed, in milliseconds (specification, section 9). */
export const REFRESH_LEAD = 120_000;

/** So long before a session ends its person is told, in milliseconds. */
export const NOTICE_LEAD = 300_000;

/** Whether a session is in its last minutes. */
export function isEnding({ sessionEnds }: { sessionEnds: string }, now: Date): boolean {
  return Date.parse(sessionEnds) - now.getTime() <= NOTICE_LEAD;
}
