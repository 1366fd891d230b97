import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Db } from '../../db/open.ts';
import { monthOf } from '../calendar.ts';
import { countPeople, findCounted, findPeopleAfter, findStoredSums } from './check.queries.ts';
import { summedFacets } from './facets.ts';
import { type Change, summed } from './totals-changes.ts';

/** Minor units, or a count. */
export interface Difference {
  userId: string;
  table: 'daily_totals' | 'monthly_totals' | 'monthly_facets';
  /** The row's key without the user's id. A payee is hashed, because it is private text. */
  key: string;
  column: string;
  stored: number;
  sum: number;
}

type Columns = Record<string, number>;
type Sums = Map<string, Columns>;
type Tables = Record<Difference['table'], Sums>;

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
  const [stored, sums] = [await storedSums(db, userId), await sumsOfTransactions(db, userId)];
  return (Object.keys(stored) as Difference['table'][]).flatMap((table) =>
    differencesIn(stored[table], sums[table]).map((difference) => ({ userId, table, ...difference })),
  );
}

function differencesIn(stored: Sums, sums: Sums): Omit<Difference, 'userId' | 'table'>[] {
  return [...new Set([...stored.keys(), ...sums.keys()])].sort().flatMap((key) => {
    const [storedColumns = {}, summedColumns = {}] = [stored.get(key), sums.get(key)];
    return [...new Set([...Object.keys(storedColumns), ...Object.keys(summedColumns)])]
      .map((column) => ({ key, column, stored: storedColumns[column] ?? 0, sum: summedColumns[column] ?? 0 }))
      .filter((row) => row.stored !== row.sum);
  });
}

const emptyTables = (): Tables => ({
  daily_totals: new Map(),
  monthly_totals: new Map(),
  monthly_facets: new Map(),
});

async function storedSums(db: Db, userId: string): Promise<Tables> {
  const rows = await findStoredSums(db, userId);
  const tables = emptyTables();
  addTotals(
    tables.daily_totals,
    rows.daily.map((row) => ({ ...row, period: row.date })),
  );
  addTotals(
    tables.monthly_totals,
    rows.monthly.map((row) => ({ ...row, period: row.month })),
  );
  addFacets(tables.monthly_facets, rows.facets);
  return tables;
}

async function sumsOfTransactions(db: Db, userId: string): Promise<Tables> {
  const tables = emptyTables();
  let after = '';
  for (;;) {
    const rows = await findCounted(db, userId, after, ROWS_AT_ONCE);
    const changes: Change[] = rows.map((row) => ({ row, sign: 1 }));
    addTotals(
      tables.daily_totals,
      summed(changes, (date) => date),
    );
    addTotals(tables.monthly_totals, summed(changes, monthOf));
    addFacets(tables.monthly_facets, summedFacets(changes));
    if (rows.length < ROWS_AT_ONCE) return tables;
    after = rows.at(-1)?.id ?? '';
    await turn();
  }
}

interface Total {
  period: string;
  type: string;
  category_id: string;
  amount: number;
  count: number;
}

function addTotals(sums: Sums, rows: Total[]): void {
  for (const { period, type, category_id, amount, count } of rows)
    add(sums, [period, type, category_id || 'uncategorised'], { amount, count });
}

function addFacets(
  sums: Sums,
  rows: { facet: string; month: string; type: string; value: string; amount: number; count: number }[],
): void {
  for (const { facet, month, type, value, amount, count } of rows) {
    const keyValue = facet === 'payee' ? hash('sha256', value).slice(0, 12) : value;
    add(sums, [facet, month, type, keyValue], { amount, count });
  }
}

function add(sums: Sums, key: string[], columns: Columns): void {
  const name = key.join(' ');
  const sum = sums.get(name);
  if (!sum) sums.set(name, { ...columns });
  else for (const [column, value] of Object.entries(columns)) sum[column] = (sum[column] ?? 0) + value;
}
