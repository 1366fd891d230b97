import { plusDays } from '../calendar.ts';

export type Usage = 'active' | 'underused' | 'seasonal' | 'unused';

/** Specification, section 9: fewer than 3 transactions; not used for 90 days with over 5 transactions. */
const UNDERUSED_BELOW = 3;
const SEASONAL_DAYS = 90;
const SEASONAL_ABOVE = 5;

/** How a category is used; `last` is the last local calendar date up to today on which it was. */
export function usageOf({ count, last }: { count: number; last: string | null }, today: string): Usage {
  if (count === 0) return 'unused';
  if (count < UNDERUSED_BELOW) return 'underused';
  const isResting = last !== null && last <= plusDays(today, -SEASONAL_DAYS);
  return count > SEASONAL_ABOVE && isResting ? 'seasonal' : 'active';
}
