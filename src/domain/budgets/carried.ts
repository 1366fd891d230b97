import { LRUCache } from 'lru-cache';
import type { Reading } from '../context.ts';
import { firstChangedMonth } from '../ledger/ledger.ts';
import { accountsOf } from '../ledger/of-accounts.ts';
import type { Budget } from './budgets.ts';
import { placeOf } from './periods.ts';
import type { Spending } from './spending.ts';

/** What was carried into the first, second, … period of a budget by its rule; minor units. */
interface Carried {
  rule: string;
  amounts: readonly number[];
}

/** By budget, as of a revision of the person's money. */
interface Remembered {
  revision: number;
  budgets: ReadonlyMap<string, Carried>;
}

// Not for use inside a ledger, which may still be rolled back.
const remembered = new LRUCache<string, Remembered>({
  maxSize: 1_000_000,
  sizeCalculation: ({ budgets }) =>
    [...budgets.values()].reduce((sum, { amounts }) => sum + amounts.length + 20, 20),
});

/**
 * What is still right of what was carried over when it was last computed, by budget: what was carried into a period
 * follows from the budget's rule and from what was spent before the period, and changes only with these.
 */
export async function readCarried(
  context: Reading,
  budgets: readonly Budget[],
  revision: number,
): Promise<Map<string, Carried>> {
  const of = new Map<string, Carried>(
    budgets.map((budget) => [budget.id, { rule: ruleOf(budget), amounts: [0] }]),
  );
  const before = remembered.get(context.viewer.id);
  if (!before || before.revision > revision || accountsOf(context.db) !== '') return of;
  const changed = before.revision === revision ? null : await firstChangedMonth(context, before.revision);
  for (const budget of budgets) {
    const known = before.budgets.get(budget.id);
    const own = of.get(budget.id);
    if (!known || known.rule !== own?.rule) continue;
    own.amounts = known.amounts;
    if (changed !== null)
      own.amounts = own.amounts.slice(0, Math.max(0, placeOf(budget, `${changed || '0000'}-01`)) + 1);
  }
  return of;
}

export function rememberCarried(
  { db, viewer }: Reading,
  revision: number,
  budgets: ReadonlyMap<string, Carried>,
): void {
  if (accountsOf(db) !== '' || (remembered.get(viewer.id)?.revision ?? 0) > revision) return;
  remembered.set(viewer.id, { revision, budgets });
}

const ruleOf = ({ period, starts_on, carry, carry_cap, category_ids, amounts }: Budget) =>
  [
    [period, starts_on, carry, carry_cap, ...category_ids].join(),
    ...amounts.map((one) => `${one.starts_on} ${one.amount}`),
  ].join();

/** Goes through the periods of a budget up to one of them, from the last one into which is known what was carried. */
export function carriedUpTo(
  budget: Budget,
  known: readonly number[],
  place: number,
  spending: Spending,
): number[] {
  const { carry, carry_cap, amounts } = budget;
  const all = [...known];
  const startOf = spending.startsOf(budget);
  let carried = all.at(-1) ?? 0;
  let start = startOf(all.length - 1);
  let before = spending.before(budget, start);
  let latest = 0;
  while (all.length <= place) {
    while ((amounts[latest + 1]?.starts_on ?? '9999') <= start.from) latest += 1;
    const next = startOf(all.length);
    const until = spending.before(budget, next);
    const left = (amounts[latest]?.amount ?? 0) + carried - (until - before);
    carried = carry === 'overspent' ? Math.min(0, left) : Math.min(left, carry_cap ?? left);
    all.push(carried);
    before = until;
    start = next;
  }
  return all;
}
