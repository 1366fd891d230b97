import { payeeKey } from '../analytics/payee-key.ts';
import { plusDays } from '../calendar.ts';
import { alikeness, DUPLICATE_ABOVE } from './duplicates.ts';
import type { IsExpected, RuleInput } from './rule-input.ts';

export interface NotDuplicates {
  pairs: ReadonlySet<string>;
  /** As `patternOf` names them. */
  patterns: ReadonlySet<string>;
}

/** Two transactions by their ids, in either order. */
export function pairOf(one: string, other: string): string {
  return [one, other].sort().join(' ');
}

/** What two transactions have in common with the next two of their kind: type, amount, payee or else description. */
export function patternOf(one: RuleInput, other: RuleInput): string {
  return [one, other]
    .map(({ type, amount, merchant_name, description }) =>
      [type, amount, payeeKey(merchant_name ?? description)].join(' '),
    )
    .sort()
    .join('\n');
}

/** Expects what a person has said not to be duplicates, two like them, and what repeats in `past`. */
export function expectedAmong(past: readonly RuleInput[], { pairs, patterns }: NotDuplicates): IsExpected {
  const days = new Map<string, Map<string, number>>();
  const daysOf = (one: RuleInput) => {
    const key = JSON.stringify([one.type, one.amount, one.description, one.merchant_name]);
    const found =
      days.get(key) ?? countByDay(past.filter((other) => alikeness(one, other) > DUPLICATE_ABOVE));
    days.set(key, found);
    return found;
  };
  return (one, other) =>
    (one.id !== undefined && other.id !== undefined && pairs.has(pairOf(one.id, other.id))) ||
    patterns.has(patternOf(one, other)) ||
    isRepeated(one, other, daysOf(one));
}

function countByDay(transactions: readonly RuleInput[]): Map<string, number> {
  const days = new Map<string, number>();
  for (const { date } of transactions) days.set(date, (days.get(date) ?? 0) + 1);
  return days;
}

/**
 * Whether what happened twice does so regularly: as often on two other days; or on one other, and never less often. On
 * neighbouring days it is enough that it happened on two others that are neighbours.
 * @param days how many transactions like the one there are on each date
 */
function isRepeated(one: RuleInput, other: RuleInput, days: ReadonlyMap<string, number>): boolean {
  if (one.date !== other.date) {
    const [earlier] = [one.date, other.date].sort();
    return [...days.keys()].some((date) => date !== earlier && days.has(plusDays(date, 1)));
  }
  const typed = one.id === undefined ? 1 : 0;
  const often = Math.max(2, (days.get(one.date) ?? 0) + typed);
  const others = [...days].filter(([date]) => date !== one.date).map(([, count]) => count);
  const asOften = others.filter((count) => count >= often).length;
  return asOften >= 2 || (asOften === 1 && others.length === 1);
}
