import { LRUCache } from 'lru-cache';
import type { MonthlyFacetRow } from '../../db/tables.ts';
import { payeeKey, payeeName } from '../analytics/payee-key.ts';
import { limitBelow } from '../analytics/sizes.ts';
import { monthOf } from '../calendar.ts';
import { KEY_MOST } from '../folded-text.ts';
import { isReserved } from './reserved-categories.ts';
import type { Change, Uncounted } from './totals-changes.ts';

export const FACETS = [
  'hour',
  'size',
  'recurring',
  'payee',
  'weekday',
] as const satisfies MonthlyFacetRow['facet'][];

export type Facet = (typeof FACETS)[number];

type Value = Pick<MonthlyFacetRow, 'facet' | 'value' | 'label'>;

/** Recognizing a payee takes longer than all else, and a person's transactions repeat theirs. */
const payees = new LRUCache({
  max: 10_000,
  memoMethod: (text: string): Value => ({
    facet: 'payee',
    value: payeeKey(text).slice(0, KEY_MOST),
    label: payeeName(text),
  }),
});

function facetsOf(row: Change['row']): Value[] {
  return [
    { facet: 'hour', value: row.time.slice(0, 2), label: null },
    { facet: 'size', value: String(limitBelow(row.amount)), label: null },
    { facet: 'recurring', value: row.template_id === null ? '0' : '1', label: null },
    payees.memo(row.merchant_name ?? row.description),
    { facet: 'weekday', value: weekdayOf(row.date), label: null },
  ];
}

/** What was summed by text, by payee. */
type SumOfText = Pick<MonthlyFacetRow, 'month' | 'type' | 'amount' | 'count'> & { text: string };

export function summedPayees(user_id: string, sums: readonly SumOfText[]): MonthlyFacetRow[] {
  const rows = new Map<string, MonthlyFacetRow>();
  for (const { text, month, type, amount, count } of sums) {
    const payee = payees.memo(text);
    const key = [month, type, payee.value].join(' ');
    const row = rows.get(key) ?? { user_id, month, type, ...payee, amount: 0, count: 0 };
    row.amount += amount;
    row.count += count;
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** 0 for Sunday. */
export function weekdayOf(date: string): string {
  return String(new Date(`${date}T12:00Z`).getUTCDay());
}

/**
 * Sums changes by month and facet and drops those that are zero. Opening balances and transfers have no facets, and nothing has that
 * does not count.
 */
export function summedFacets(
  changes: readonly Change[],
  uncounted: Uncounted = new Set(),
): MonthlyFacetRow[] {
  const sums = new Map<string, MonthlyFacetRow>();
  for (const { row, sign } of changes) {
    if (isReserved(row.category_id) || uncounted.has(row.account_id)) continue;
    const { user_id, type, amount } = row;
    const month = monthOf(row.date);
    for (const { facet, value, label } of facetsOf(row)) {
      const key = `${facet} ${month} ${type} ${value}`;
      const sum = sums.get(key) ?? { user_id, facet, month, type, value, label: null, amount: 0, count: 0 };
      sum.amount += sign * amount;
      sum.count += sign;
      if (sign === 1) sum.label = label;
      sums.set(key, sum);
    }
  }
  return [...sums.values()].filter(({ amount, count }) => amount !== 0 || count !== 0);
}
