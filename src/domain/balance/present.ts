import { toDecimal } from '../money.ts';
import type { CategoryShare } from './summarise.ts';

/** A category's share of a range, as answers show it; `percent` to two places. */
export function presentShare({ category, name, amount, count, share }: CategoryShare) {
  return {
    category_id: category?.id ?? null,
    category_name: name,
    icon: category?.icon ?? null,
    color: category?.color ?? null,
    total_amount: toDecimal(amount),
    transaction_count: count,
    percent: percentOf(share),
  };
}

/** A share as a percentage with two places: 0.12345 is 12.35. */
export function percentOf(share: number): number {
  return Math.round(share * 10_000) / 100 + 0;
}
