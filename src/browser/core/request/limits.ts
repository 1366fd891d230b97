/**
 * All constants of the connection, in milliseconds unless noted. Reasons: docs/behaviour.md#connection. The renewal of
 * tokens (120 s before expiry) is in `domain/sessions/times.ts`, which the server also reads.
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

/** Failures in a row that start recovery; a number. */
export const MOST_FAILURES = 3;
/** Refused tokens in a row that start recovery; a number. */
export const MOST_AUTH_FAILURES = 2;
/** How often a page in use asks whether the server answers. */
export const HEALTH_CHECK_EVERY = 30_000;
/** After this long without a success, a health check also validates the token. */
export const VALIDATE_AFTER = 60_000;
/** Between recovery attempts; also the banner's countdown. */
export const RECOVERY_EVERY = 5000;
/** The recovery attempts that the banner counts; a number. */
export const RECOVERY_TRIES = 3;
/** After this long with failures only, the token is validated. */
export const STUCK_AFTER = 15_000;

/** Requests that fail together within this time end the session once. */
export const LOGOUT_GUARD = 2000;
