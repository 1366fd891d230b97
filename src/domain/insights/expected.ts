import { payeeKey } from '../analytics/payee-key.ts';
import { plusDays } from '../calendar.ts';
import { alikeness, DUPLICATE_ABOVE } from './duplicates.ts';
import type { IsExpected, RuleInput } from './rule-input.ts';

export interface NotDuplicates {
  pairs: ReadonlySet<string>;
  patterns: ReadonlySet<string>;
}

/** The ids in either order give the same text. */
function pairOf(one: string, other: string): string {
  return [one, other].sort().join(' ');
}

/** Equal for pairs with the same types, amounts, and payees or descriptions. */
export function patternOf(one: RuleInput, other: RuleInput): string {
  return [one, other]
    .map(({ type, amount, merchant_name, description }) =>
      [type, amount, payeeKey(merchant_name ?? description)].join(' '),
    )
    .sort()
    .join('\n');
}

/** Expects pairs marked as not duplicates, pairs like them, and what repeats in `past`. */
export function expectedAmong(past: readonly RuleInput[], { pairs, patterns }: NotDuplicates): IsExpected {
  const days = new Map<string, Map<string, number>>();
  const daysOf = (one: RuleInput) => {
    const key = JSON.stringify([one.type, one.amount, one.description, one.merchant_name]);
    const cached =
      days.get(key) ?? countByDay(past.filter((other) => alikeness(one, other) > DUPLICATE_ABOVE));
    days.set(key, cached);
    return cached;
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
 * Whether the pair repeats regularly: as often on two other days, or on the only other day. For neighbouring days,
 * another pair of neighbouring days is enough.
 * @param days how many transactions like `one` each date has
 */
function isRepeated(one: RuleInput, other: RuleInput, days: ReadonlyMap<string, number>): boolean {
  if (one.date !== other.date) {
    const [earlier] = [one.date, other.date].sort();
    return [...days.keys()].some((date) => date !== earlier && days.has(plusDays(date, 1)));
  }
  const unrecorded = one.id === undefined ? 1 : 0;
  const repetitions = Math.max(2, (days.get(one.date) ?? 0) + unrecorded);
  const others = [...days].filter(([date]) => date !== one.date).map(([, count]) => count);
  const regularDays = others.filter((count) => count >= repetitions).length;
  return regularDays >= 2 || (regularDays === 1 && others.length === 1);
}
