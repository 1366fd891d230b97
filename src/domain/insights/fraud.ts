import type { Currency } from '../../i18n/currencies.ts';
import { type Habits, habitsOf } from './habits.ts';
import { inHundredths, others, type RuleInput } from './rule-input.ts';

/** A probability above FRAUD_ABOVE is flagged in the batch, one above ALERT_ABOVE when the expense is saved. */
export const FRAUD_ABOVE = 0.7;
export const ALERT_ABOVE = 0.5;

export type FraudFlag = 'high_amount' | 'rapid_transactions' | 'unusual_time' | 'high_velocity';

// They add up to 1, and no single one raises the alert.
const WEIGHTS: Record<FraudFlag, number> = {
  high_amount: 0.4,
  rapid_transactions: 0.3,
  unusual_time: 0.2,
  high_velocity: 0.1,
};

/** The number of expenses within so many minutes, including the one that is checked. */
const RAPID = { count: 5, minutes: 10 };
const VELOCITY = { count: 10, minutes: 24 * 60 };

interface FraudRisk {
  /** Between 0 and 1, in hundredths. */
  probability: number;
  flags: FraudFlag[];
}

/** How likely another person made the expense: the sum of its signs; `history` must not contain it. */
export function fraudRisk(expense: RuleInput, history: readonly RuleInput[], habits: Habits): FraudRisk {
  if (expense.type === 'income' || expense.template_id) return { probability: 0, flags: [] };
  const signs: Record<FraudFlag, boolean> = {
    high_amount: expense.amount > habits.highAmount,
    rapid_transactions: isBurst(expense, history, RAPID),
    unusual_time: habits.isUnusualTime(expense.time),
    high_velocity: isBurst(expense, history, VELOCITY),
  };
  const flags = (Object.keys(signs) as FraudFlag[]).filter((flag) => signs[flag]);
  return { probability: inHundredths(flags.reduce((sum, flag) => sum + WEIGHTS[flag], 0)), flags };
}

// Only earlier expenses count, so that the first ones of an evening of shopping are not flagged.
function isBurst(
  expense: RuleInput,
  history: readonly RuleInput[],
  { count, minutes }: { count: number; minutes: number },
): boolean {
  const end = expense.minute;
  const within = history.filter((past) => {
    const before = end - past.minute;
    return past.type === 'expense' && !past.template_id && before >= 0 && before < minutes;
  });
  return within.length + 1 >= count;
}

/** How many transactions of a batch raise the alert; `history` must not contain them. */
export function countAlerts(
  recorded: readonly RuleInput[],
  history: readonly RuleInput[],
  currency: Currency,
): number {
  const habits = habitsOf(history, currency);
  const around = [...history, ...recorded];
  return recorded.filter(
    (transaction) => fraudRisk(transaction, others(around, transaction), habits).probability > ALERT_ABOVE,
  ).length;
}
