import type { MonthlyFacetRow } from '../../db/tables.ts';
import { endOfMonth, monthOf, plusDays, startOfMonth } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { countOfDays, findFaceted, recurringExpensesByMonth, sumFacetsOfMonths } from './facets.queries.ts';
import { FACETS, type Facet, summedFacets } from './facets.ts';
import { splitRange } from './split-range.ts';

/** The transactions of a range that have a value in common; minor units. */
export type FacetSum = Omit<MonthlyFacetRow, 'user_id' | 'month'>;

type Reader = Pick<Reading, 'db' | 'viewer'>;

/**
 * The sums of a range by hour, size and the other facets. Whole months are read from what is stored. Of the odd days at
 * its ends, the rows are read; where fewer lie outside the range, those are read and subtracted from the month.
 * @param range local dates, both included
 */
export async function readFacets(
  { db, viewer }: Reader,
  range: { from: string; to: string },
  wanted: readonly Facet[] = FACETS,
): Promise<FacetSum[]> {
  const { months, head, tail } = splitRange(range);
  const readRows = async (from: string, to: string, sign: 1 | -1) =>
    summedFacets((await findFaceted(db, viewer.id, from, to)).map((row) => ({ row, sign })));
  const count = async (from: string, to: string) =>
    (await countOfDays(db, viewer.id, from, to))[0]?.count ?? 0;

  const parts: FacetSum[] = [];
  // They lie beside each other, so that one statement reads them.
  const whole = months[0] <= months[1] ? [...months] : [];
  for (const [from, to] of [head, tail]) {
    if (from > to) continue;
    const outside = [
      [startOfMonth(from), plusDays(from, -1)],
      [plusDays(to, 1), endOfMonth(to)],
    ].filter((days): days is [string, string] => (days[0] ?? '') <= (days[1] ?? ''));
    let others = 0;
    for (const days of outside) others += await count(...days);
    if ((await count(from, to)) <= others) parts.push(...(await readRows(from, to, 1)));
    else {
      whole.push(monthOf(from));
      for (const days of outside) parts.push(...(await readRows(...days, -1)));
    }
  }
  whole.sort();
  const [first, last] = [whole.at(0), whole.at(-1)];
  if (first && last) parts.push(...(await sumFacetsOfMonths(db, viewer.id, wanted, [first, last])));
  return joined(parts.filter(({ facet }) => wanted.includes(facet)));
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

/** The expenses of each month (`YYYY-MM`) that come from recurring templates, without the months that have none. */
export async function readRecurringExpenses(
  { db, viewer }: Reader,
  months: { from: string; to: string },
): Promise<Map<string, number>> {
  const rows = await recurringExpensesByMonth(db, viewer.id, months.from, months.to);
  return new Map(rows.map(({ month, amount }) => [month, amount]));
}
