import type { MonthlyFacetRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import { findFaceted, findGenerated, recurringExpensesByMonth, sumFacetsOfMonths } from './facets.queries.ts';
import { FACETS, type Facet, summedFacets } from './facets.ts';
import { splitRange } from './split-range.ts';
import type { Change } from './totals-changes.ts';

/** Minor units. */
export type FacetSum = Omit<MonthlyFacetRow, 'user_id' | 'month'>;

export type Counted = Change['row'];

type Reader = Pick<Reading, 'db' | 'viewer'>;

/**
 * Reads whole months from stored sums, and the remaining days at both ends from the transactions.
 * @param range local dates, both included
 */
export async function readFacets(
  { db, viewer }: Reader,
  range: { from: string; to: string },
  facets: readonly Facet[] = FACETS,
): Promise<FacetSum[]> {
  const { months, head, tail } = splitRange(range);
  const parts: FacetSum[] = [];
  for (const [from, to] of [head, tail])
    if (from <= to) {
      const rows = await findFaceted(db, viewer.id, from, to);
      parts.push(...summedFacets(rows.map((row) => ({ row, sign: 1 }))));
    }
  if (months[0] <= months[1]) parts.push(...(await sumFacetsOfMonths(db, viewer.id, facets, months)));
  return joined(parts.filter(({ facet }) => facets.includes(facet)));
}

/** What recurring templates generated in a range of days, to be left out of sums. */
export function readGenerated(
  { db, viewer }: Reader,
  range: { from: string; to: string },
): Promise<Counted[]> {
  return findGenerated(db, viewer.id, range.from, range.to);
}

export function facetsWithout(facets: readonly FacetSum[], rows: readonly Counted[]): FacetSum[] {
  const names = new Set(facets.map(({ facet }) => facet));
  const less = summedFacets(rows.map((row) => ({ row, sign: -1 })));
  return joined([...facets, ...less.filter(({ facet }) => names.has(facet))]);
}

function joined(rows: FacetSum[]): FacetSum[] {
  const sums = new Map<string, FacetSum>();
  for (const { facet, type, value, label, amount, count } of rows) {
    const key = [facet, type, value].join(' ');
    const sum = sums.get(key) ?? { facet, type, value, label, amount: 0, count: 0 };
    sum.amount += amount;
    sum.count += count;
    sum.label = label ?? sum.label;
    sums.set(key, sum);
  }
  return [...sums.values()].filter(({ count }) => count !== 0);
}

/** Expenses from recurring templates by month (`YYYY-MM`), without the months that have none. */
export async function readRecurringExpenses({ db, viewer }: Reader, months: { from: string; to: string }) {
  const rows = await recurringExpensesByMonth(db, viewer.id, months.from, months.to);
  return new Map(rows.map(({ month, amount }) => [month, amount]));
}
