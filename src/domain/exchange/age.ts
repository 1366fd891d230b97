import { plusDays } from '../calendar.ts';

/** From when on rates are called old, in milliseconds. */
const STALE_AFTER = 12 * 60 * 60_000;

/** The most days for which the European Central Bank states no rates: from the Thursday to the Tuesday of Easter. */
const DAYS_WITHOUT_RATES = 5;

/** Whether rates are of a day so long ago that weekends and holidays do not explain it, whenever they were fetched. */
export function isOfLongAgo({ date }: { date: string }, now: Date): boolean {
  return date < plusDays(now.toISOString().slice(0, 10), -DAYS_WITHOUT_RATES);
}

/** Whether rates are old: fetched more than twelve hours ago, or of a day long ago. */
export function isStale(rates: { date: string; fetchedAt: string }, now: Date): boolean {
  return now.getTime() - Date.parse(rates.fetchedAt) > STALE_AFTER || isOfLongAgo(rates, now);
}
