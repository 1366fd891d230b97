import type { MonthlyFacetRow } from '../../db/tables.ts';
import { daysApart, endOfMonth, monthOf, plusMonths } from '../calendar.ts';
import type { Reading } from '../context.ts';
import {
  findFaceted,
  findGeneratedExpenses,
  findSingleOfAmounts,
  recurringExpensesByMonth,
  sumFacetsOfMonths,
  sumGeneratedByDay,
  sumGeneratedByFacets,
  sumUntimed,
} from './facets.queries.ts';
import { FACETS, type Facet, summedFacets, weekdayOf } from './facets.ts';
import { findAnyImported } from './imported.queries.ts';
import { accountsOf } from './of-accounts.queries.ts';
import { splitRange } from './split-range.ts';
import { findUncounted } from './uncounted.queries.ts';
import { UNTIMED } from './untimed.ts';

/** Minor units. */
export type FacetSum = Omit<MonthlyFacetRow, 'user_id' | 'month'>;

type Reader = Pick<Reading, 'db' | 'viewer'>;

/**
 * Reads whole months from stored sums, and the remaining days at both ends from the transactions; of named accounts all
 * from the transactions. Imported transactions have no hour.
 * @param range local dates, both included
 */
export async function readFacets(
  { db, viewer }: Reader,
  range: { from: string; to: string },
  facets: readonly Facet[] = FACETS,
): Promise<FacetSum[]> {
  const { months, head, tail } = splitRange(range);
  const isStored = accountsOf(db) === '';
  const parts: FacetSum[] = [];
  for (const [from, to] of isStored ? [head, tail] : [[range.from, range.to] as const])
    if (from <= to) {
      const rows = await findFaceted(db, viewer.id, from, to);
      parts.push(
        ...summedFacets(
          rows.map((row) => ({ row, sign: 1 })),
          await findUncounted(db, viewer.id),
        ),
      );
    }
  if (isStored && months[0] <= months[1])
    parts.push(...(await sumFacetsOfMonths(db, viewer.id, facets, months)));
  const asked = joined(parts.filter(({ facet }) => facets.includes(facet)));
  if (!facets.includes('hour') || (await findAnyImported(db, viewer.id)).length === 0) return asked;
  const untimed = await sumUntimed(db, viewer.id, range.from, range.to);
  const hour = { facet: 'hour', value: UNTIMED.slice(0, 2), label: null } as const;
  return facetsWithout(
    asked,
    untimed.map((sum) => ({ ...hour, ...sum })),
  );
}

/** What recurring templates generated in a range of days, to be left out of sums; without payees. */
export async function readGenerated({ db, viewer }: Reader, { from, to }: { from: string; to: string }) {
  const days = await sumGeneratedByDay(db, viewer.id, from, to);
  const parts = await sumGeneratedByFacets(db, viewer.id, from, to);
  const facets = [
    ...days.map(({ date, ...sum }) => ({ facet: 'weekday' as const, value: weekdayOf(date), ...sum })),
    ...parts.map(({ hour, size, ...sum }) => ({ facet: 'hour' as const, value: hour, ...sum })),
    ...parts.map(({ hour, size, ...sum }) => ({ facet: 'size' as const, value: size, ...sum })),
  ];
  return { days, facets: joined(facets.map((sum) => ({ ...sum, label: null }))) };
}

export function facetsWithout(facets: readonly FacetSum[], less: readonly FacetSum[]): FacetSum[] {
  return joined([...facets, ...less.map((sum) => ({ ...sum, amount: -sum.amount, count: -sum.count }))]);
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

/** How far from its day a single expense may be that a template takes over. */
const DAYS_FROM_OCCURRENCE = 4;

/**
 * Single expenses that recurring templates take over, by month (`YYYY-MM`): those of the amount of a template's occurrence,
 * about on its day, of months before the template began. A bank's file has the rent of the months before.
 * @param month the one whose occurrences are looked back from
 * @param since the first day that is looked back to
 */
export async function readTakenOver(
  { db, viewer }: Reader,
  { month, since }: { month: string; since: string },
): Promise<Map<string, number>> {
  const range = [`${month}-01`, endOfMonth(`${month}-01`)] as const;
  const occurrences = await findGeneratedExpenses(db, viewer.id, ...range);
  const single = new Set(
    occurrences.some(({ begins }) => begins > since)
      ? await findSingleOfAmounts(db, viewer.id, since, ...range)
      : [],
  );
  const sums = new Map<string, number>();
  for (const { date, amount, begins } of occurrences)
    for (let back = 1, day = plusMonths(date, -1); day >= since; back += 1, day = plusMonths(date, -back)) {
      const [nearest] = [...single]
        .filter((row) => row.amount === amount && row.date < begins)
        .filter((row) => daysApart(row.date, day) <= DAYS_FROM_OCCURRENCE)
        .toSorted((one, other) => daysApart(one.date, day) - daysApart(other.date, day));
      if (!nearest) continue;
      single.delete(nearest);
      const taken = monthOf(nearest.date);
      sums.set(taken, (sums.get(taken) ?? 0) + amount);
    }
  return sums;
}
