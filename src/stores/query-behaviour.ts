const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How long a cached answer is fresh, by area. Suggestions follow what is being typed, so they are the shortest. */
export const FRESH_FOR = {
  analytics: 5 * MINUTE,
  categories: 24 * HOUR,
  suggestions: 3 * MINUTE,
  templates: 30 * MINUTE,
  transactions: 2 * MINUTE,
} as const;

/** What cached reads ask for. */
export type QueryArea = keyof typeof FRESH_FOR;

/** How long an answer that is no longer fresh may still be used, while the server gives no newer one. */
export const RETAINED_FOR = 30 * MINUTE;
/** The answers that were not used for so long are removed, so often. */
export const UNUSED_FOR = 2 * HOUR;
export const PURGE_EVERY = 30 * MINUTE;
/** How many answers are cached. */
export const MOST_ANSWERS = 500;
