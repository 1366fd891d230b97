/**
 * Every constant of the connection; milliseconds unless it says otherwise. Why: docs/behaviour.md#connection.
 * The renewal of tokens (120 s before expiry) is in `domain/sessions/times.ts`, where the server reads it too.
 */

/** All attempts of a request together: a server that sleeps may need half a minute. */
export const TIMEOUT = 45_000;
/** How often a read is sent at most. */
export const READ_TRIES = 3;
/** The same for what changes something and has an idempotency key. */
export const KEYED_TRIES = 2;
/** The pause before the first repetition; each further one is twice as long. */
export const FIRST_PAUSE = 1000;
/** The longest pause between attempts. */
export const LONGEST_PAUSE = 4000;
/** The same while the server has never answered: it may be starting. */
export const LONGEST_COLD_PAUSE = 10_000;
/** After this long without an answer, a notice names what is awaited. */
export const SLOW = 2000;
/** After this long without an answer, the server counts as asleep or away. */
export const SERVER_TIMEOUT = 10_000;

/** The failures in a row after which recovery starts; a number. */
export const MOST_FAILURES = 3;
/** The refused tokens in a row after which recovery starts; a number. */
export const MOST_AUTH_FAILURES = 2;
/** How often a page that is in use asks whether the server answers. */
export const HEALTH_CHECK_EVERY = 30_000;
/** After this long without a success, a health check validates the token as well. */
export const VALIDATE_AFTER = 60_000;
/** From one attempt of the recovery to the next, and the banner's countdown to it. */
export const RECOVERY_EVERY = 5000;
/** The attempts that the banner counts; a number. */
export const RECOVERY_TRIES = 3;
/** After this long with failures and without a success, the token is validated. */
export const STUCK_AFTER = 15_000;

/** Requests that fail together within this time end the session once. */
export const LOGOUT_GUARD = 2000;
