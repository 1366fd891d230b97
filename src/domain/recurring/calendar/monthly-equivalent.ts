import type { Rule } from './occurrences.ts';

/** How many days each kind of interval counts for (specification, section 9); for estimates only. */
const DAYS = { daily: 1, weekly: 7, monthly: 30, yearly: 365 } as const;

/** What a recurring amount comes to in a month of thirty days, in whole minor units. */
export function monthlyEquivalent(amount: number, rule: Pick<Rule, 'interval_type' | 'interval'>): number {
  return Math.round((amount * DAYS.monthly) / (DAYS[rule.interval_type] * rule.interval));
}
