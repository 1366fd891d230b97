/** What follows failures, in milliseconds unless noted. Reasons: docs/behaviour.md#connection. */

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
