/**
 * Every constant of the connection, each beside its source in the specification; milliseconds unless it says otherwise.
 * The renewal of tokens (120 s before expiry) is in `domain/sessions/times.ts`, where the server reads it too.
 */

/** All attempts of a request together (section 7, and 9, network and recovery). */
export const TIMEOUT = 45_000;
/** How often a read is sent at most (section 9: three attempts; query behaviour: up to two repetitions). */
export const READ_TRIES = 3;
/** The same for what changes something and has an idempotency key (section 9, query behaviour: repeated once). */
export const KEYED_TRIES = 2;
/** The pause before the first repetition; each further one is twice as long (section 9). */
export const FIRST_PAUSE = 1000;
/** The longest pause between attempts (section 9, query behaviour). */
export const LONGEST_PAUSE = 4000;
/** The same while the server has never answered (section 9, cold-start back-off). */
export const LONGEST_COLD_PAUSE = 10_000;
/** After this long without an answer, somebody waits (section 9, cold-start threshold). */
export const SLOW = 2000;
/** After this long without an answer, the server counts as asleep or away (section 9, server timeout threshold). */
export const SERVER_TIMEOUT = 10_000;

/** The failures in a row after which recovery starts (sections 4 and 9); a number. */
export const MOST_FAILURES = 3;
/** The refused tokens in a row after which recovery starts (sections 4 and 9); a number. */
export const MOST_AUTH_FAILURES = 2;
/** How often a page that is in use asks whether the server answers (sections 4 and 9). */
export const HEALTH_CHECK_EVERY = 30_000;
/** After this long without a success, a health check validates the token as well (section 4). */
export const VALIDATE_AFTER = 60_000;
/** From one attempt of the recovery to the next, and the banner's countdown to it (section 9). */
export const RECOVERY_EVERY = 5000;
/** The attempts that the banner counts (sections 4 and 9); a number. */
export const RECOVERY_TRIES = 3;
/** After this long with failures and without a success, the token is validated (sections 4 and 9). */
export const STUCK_AFTER = 15_000;

/** Requests that fail together end the session once (section 9). */
export const LOGOUT_GUARD = 2000;
