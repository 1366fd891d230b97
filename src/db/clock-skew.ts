/** Tolerated difference between the clocks of nodes, in milliseconds. */
export const CLOCK_SKEW = 60_000;

/**
 * An instant after which nothing is stored that is at most `ahead` milliseconds from `now`: what is stored there was
 * written before a clock was set back, and does not count.
 */
export function notBeyond(now: Date, ahead = 0): string {
  return new Date(now.getTime() + ahead + CLOCK_SKEW).toISOString();
}
