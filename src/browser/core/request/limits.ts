/**
 * How long requests take, in milliseconds unless noted; `connection/recovery-limits.ts` has what follows failures, so
 * that pages do not load it. Reasons: docs/behaviour.md#connection. The renewal of tokens (120 s before expiry) is in
 * `domain/sessions/times.ts`, which the server also reads.
 */

/** For all attempts of a request: a sleeping server may need half a minute. */
export const TIMEOUT = 45_000;
export const READ_TRIES = 3;
/** The same for changes with an idempotency key. */
export const KEYED_TRIES = 2;
/** The pause before the first repetition; it doubles each time. */
export const FIRST_PAUSE = 1000;
export const LONGEST_PAUSE = 4000;
/** The longest pause while the server has never answered: it may be starting. */
export const LONGEST_COLD_PAUSE = 10_000;
/** After this long without an answer, a notice names what is awaited. */
export const SLOW = 2000;
/** After this long without an answer, the server counts as asleep or away. */
export const SERVER_TIMEOUT = 10_000;

/** Requests that fail together within this time end the session once. */
export const LOGOUT_GUARD = 2000;
