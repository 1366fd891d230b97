import { localNow } from '../../src/domain/calendar.ts';

// Never UTC, which has its own name.
const ahead = 12 - new Date().getUTCHours() || -1;

/**
 * The time zone of people and browsers in tests against servers, which have the machine's clock: it was noon there when
 * the tests began, so that no midnight passes while they run.
 */
export const NOON_ZONE = ahead < 0 ? `Etc/GMT+${-ahead}` : `Etc/GMT-${ahead}`;

/** The local calendar date in that zone. */
export const TODAY = localNow(new Date(), NOON_ZONE).date;
