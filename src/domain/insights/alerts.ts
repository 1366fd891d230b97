import { ALERT_ABOVE, fraudRisk } from './fraud.ts';
import { habitsOf } from './habits.ts';
import { type Observed, others } from './observed.ts';

/**
 * How many of those that were just recorded together call for the alert, by what was usual before them: `history` is
 * without them.
 */
export function countAlerts(recorded: readonly Observed[], history: readonly Observed[]): number {
  const habits = habitsOf(history);
  const around = [...history, ...recorded];
  return recorded.filter((one) => fraudRisk(one, others(around, one), habits).probability > ALERT_ABOVE)
    .length;
}
