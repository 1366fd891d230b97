import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import { monthOf } from '../calendar.ts';
import { countPeople, findCounted, findPeopleAfter, findStoredSums } from './check.queries.ts';
import { summedFacets } from './facets.ts';
import {
  ACCOUNT_SUMS,
  type AccountSum,
  type CategorySum,
  type Change,
  summed,
  summedByAccount,
  summedByCategory,
} from './totals-changes.ts';
import { findUncounted } from './uncounted.queries.ts';

/** Minor units, or a count. */
export interface Difference {
  userId: string;
  table: (typeof TABLES)[number];
  /** The row's key without the user's id. A payee is hashed, because it is private text. */
  key: string;
  column: string;
  stored: number;
  sum: number;
}

const PEOPLE_AT_ONCE = 500;
const ROWS_AT_ONCE = 5000;

/**
 * Compares the stored sums of all users with their transactions; run it in one snapshot. A row of zeros counts as
 * missing.
 * @param onPerson is called before each person
 */
export async function checkTotals(
  db: Db,
  onPerson: (done: number, total: number) => void = () => {},
): Promise<Difference[]> {
  const total = await countPeople(db);
  const differences: Difference[] = [];
  let done = 0;
  let people = await findPeopleAfter(db, '', PEOPLE_AT_ONCE);
  while (people.length > 0) {
    for (const id of people) {
      onPerson(done, total);
      differences.push(...(await checkTotalsOf(db, id)));
      done += 1;
    }
    people = await findPeopleAfter(db, people.at(-1) ?? '', PEOPLE_AT_ONCE);
  }
  return differences;
}

export async function checkTotalsOf(db: Db, userId: string): Promise<Difference[]> {
  const both = new Map<string, Difference>();
  const add = (side: Side, table: Difference['table'], parts: string[], sums: Columns) => {
    const key = parts.join(' ');
    for (const column of [...ACCOUNT_SUMS, 'recurring'] as const) {
      const value = sums[column];
      if (value === undefined) continue;
      const name = [table, key, column].join(' ');
      const difference = both.get(name) ?? { userId, table, key, column, stored: 0, sum: 0 };
      difference[side] += value;
      both.set(name, difference);
    }
  };
  const addTotals = (side: Side, table: 'daily_totals' | 'monthly_totals', rows: Total[]) => {
    for (const { period, type, category_id, ...columns } of rows)
      add(side, table, [period, type, category_id || 'uncategorized'], columns);
  };
  const addAccounts = (side: Side, rows: readonly Omit<AccountSum, 'user_id'>[]) => {
    for (const { account_id, month, ...columns } of rows)
      add(side, 'account_totals', [account_id, month], columns);
  };
  const addCategories = (side: Side, rows: readonly CategorySum[]) => {
    for (const { account_id, month, type, category_id, ...columns } of rows)
      add(
        side,
        'account_category_totals',
        [account_id, month, type, category_id || 'uncategorized'],
        columns,
      );
  };
  const addFacets = (side: Side, rows: FacetTotal[]) => {
    for (const { facet, month, type, value, ...columns } of rows) {
      const keyValue = facet === 'payee' ? hash('sha256', value).slice(0, 12) : value;
      add(side, 'monthly_facets', [facet, month, type, keyValue], columns);
    }
  };
  const uncounted = await findUncounted(db, userId);
  const { daily, monthly, accounts, categories, facets } = await findStoredSums(db, userId);
  addTotals('stored', 'daily_totals', daily);
  addTotals('stored', 'monthly_totals', monthly);
  addAccounts('stored', accounts);
  addCategories('stored', categories);
  addFacets('stored', facets);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await findCounted(db, userId, after, ROWS_AT_ONCE);
    const changes = rows.map((row): Change => ({ row, sign: 1 }));
    addTotals(
      'sum',
      'daily_totals',
      summed(changes, (date) => date, uncounted),
    );
    addTotals('sum', 'monthly_totals', summed(changes, monthOf, uncounted));
    addAccounts('sum', summedByAccount(changes));
    addCategories('sum', summedByCategory(changes));
    addFacets('sum', summedFacets(changes, uncounted));
    after = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id;
    await turn();
  }
  return [...both.values()]
    .filter(({ stored, sum }) => stored !== sum)
    .sort(
      (one, other) =>
        TABLES.indexOf(one.table) - TABLES.indexOf(other.table) ||
        (one.key < other.key ? -1 : +(one.key > other.key)),
    );
}

const TABLES = [
  'daily_totals',
  'monthly_totals',
  'account_totals',
  'account_category_totals',
  'monthly_facets',
] as const;

type Side = 'stored' | 'sum';

type Columns = { amount: number; count: number } & Partial<
  Record<(typeof ACCOUNT_SUMS)[number] | 'recurring', number>
>;

type Total = Columns & Record<'period' | 'type' | 'category_id', string>;

type FacetTotal = Columns & Record<'facet' | 'month' | 'type' | 'value', string>;
