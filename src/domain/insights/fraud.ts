import type { Habits } from './habits.ts';
import { inHundredths, type Observed } from './observed.ts';

/** A probability above it is flagged in the batch; one above the alert is said at once (specification, 9 and 8). */
export const FRAUD_ABOVE = 0.7;
export const ALERT_ABOVE = 0.5;

export type FraudFlag = 'high_amount' | 'rapid_transactions' | 'unusual_time' | 'high_velocity';

// They add up to one. The specification names the signs and not their weights: no single one raises the alert.
const WEIGHTS: Record<FraudFlag, number> = {
  high_amount: 0.4,
  rapid_transactions: 0.3,
  unusual_time: 0.2,
  high_velocity: 0.1,
};

/** So many expenses within so many minutes, this one included; the specification gives the counts (section 9). */
const RAPID = { count: 5, minutes: 10 };
const VELOCITY = { count: 10, minutes: 24 * 60 };

export interface FraudRisk {
  /** Between 0 and 1, in hundredths. */
  probability: number;
  flags: FraudFlag[];
}

/**
 * How much an expense looks as if somebody else had made it: the weights of the signs that it shows, added up.
 * Income and what a recurring template made show none. `history` is without the expense itself.
 */
export function fraudRisk(expense: Observed, history: readonly Observed[], habits: Habits): FraudRisk {
  if (expense.type === 'income' || expense.template_id) return { probability: 0, flags: [] };
  const shown: Record<FraudFlag, boolean> = {
    high_amount: expense.amount > habits.highAmount,
    rapid_transactions: isCrowded(expense, history, RAPID),
    unusual_time: habits.isUnusualTime(expense.time),
    high_velocity: isCrowded(expense, history, VELOCITY),
  };
  const flags = (Object.keys(shown) as FraudFlag[]).filter((flag) => shown[flag]);
  return { probability: inHundredths(flags.reduce((sum, flag) => sum + WEIGHTS[flag], 0)), flags };
}

// Only what came before counts, so that one evening of shopping is not flagged from its first line on.
function isCrowded(
  expense: Observed,
  history: readonly Observed[],
  { count, minutes }: { count: number; minutes: number },
): boolean {
  const end = expense.minute;
  const within = history.filter((past) => {
    const before = end - past.minute;
    return past.type === 'expense' && !past.template_id && before >= 0 && before < minutes;
  });
  return within.length + 1 >= count;
}
