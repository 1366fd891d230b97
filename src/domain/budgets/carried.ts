import { LRUCache } from 'lru-cache';
import { endOfMonth, plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { changedMonths } from '../ledger/ledger.ts';
import { accountsOf } from '../ledger/of-accounts.ts';
import type { Budget } from './budgets.ts';
import { periodIndex, startOf } from './periods.ts';
import { readSpending, type Spending } from './spending.ts';

/** What a budget spent in its first, second, … period, and what was carried into each by its rule; minor units. */
interface Carried {
  readonly rule: string;
  spent: readonly number[];
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
    [...budgets.values()].reduce((sum, { spent, amounts }) => sum + spent.length + amounts.length + 20, 20),
});

/** Of so many changed months their periods alone are read again; of more, all since the first of them. */
const FEW = 3;

/**
 * What is still right of what was spent and carried over when it was last computed, by budget: what was carried into a
 * period follows from the budget's rule and from what was spent in the periods before, and changes only with these.
 */
export async function readCarried(
  context: Reading,
  budgets: readonly Budget[],
  revision: number,
): Promise<Map<string, Carried>> {
  const of = new Map<string, Carried>(
    budgets.map((budget) => [budget.id, { rule: ruleOf(budget), spent: [], amounts: [0] }]),
  );
  const before = remembered.get(context.viewer.id);
  if (!before || before.revision > revision || accountsOf(context.db) !== '') return of;
  const months = before.revision === revision ? [] : await changedMonths(context, before.revision);
  const [first] = months;
  const known = budgets.flatMap((budget) => {
    const one = before.budgets.get(budget.id);
    const own = of.get(budget.id);
    return one && own && one.rule === own.rule ? [{ budget, own: Object.assign(own, one) }] : [];
  });
  if (first === '' || months.length > FEW)
    for (const { budget, own } of known)
      forget(own, Math.max(0, periodIndex(budget, `${first || '0000'}-01`)));
  else for (const month of months) await readAgain(context, known, month);
  return of;
}

function forget(own: Carried, index: number): void {
  own.spent = own.spent.slice(0, index);
  own.amounts = own.amounts.slice(0, index + 1);
}

/** Reads what was spent in the periods that have days of a month. */
async function readAgain(
  context: Reading,
  known: readonly { budget: Budget; own: Carried }[],
  month: string,
): Promise<void> {
  const [from, to] = [`${month}-01`, endOfMonth(`${month}-01`)];
  const touched = known.flatMap(({ budget, own }) => {
    const first = Math.max(0, periodIndex(budget, from));
    const end = Math.min(own.spent.length, periodIndex(budget, to) + 1);
    return first < end ? [{ budget, own, first, end, begins: startOf(budget, first) }] : [];
  });
  // Of years, only the months are needed, but for the days of a January.
  for (const some of Map.groupBy(touched, ({ budget }) => budget.period === 'yearly').values()) {
    const [last = ''] = some
      .map(({ budget, end }) => startOf(budget, end))
      .toSorted()
      .toReversed();
    const spending = await readSpending(context, some, { date: plusDays(last, -1) });
    for (const { budget, own, first, end } of some) {
      const start = spending.startsOf(budget);
      const spent = [...own.spent];
      for (let index = first; index < end; index += 1)
        spent[index] = spending.before(budget, start(index + 1)) - spending.before(budget, start(index));
      const isSame = spent.every((amount, index) => amount === own.spent[index]);
      if (isSame) continue;
      own.spent = spent;
      own.amounts = own.amounts.slice(0, first + 1);
    }
  }
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

/** Goes through the periods of a budget up to one of them, from the last ones of which is known what was spent and carried. */
export function carryUpTo(budget: Budget, own: Carried, index: number, spending: Spending): void {
  const { carry, carry_cap, amounts: rule } = budget;
  const startOf = spending.startsOf(budget);
  const spent = [...own.spent];
  for (
    let before = spent.length < index ? spending.before(budget, startOf(spent.length)) : 0;
    spent.length < index;
  ) {
    const until = spending.before(budget, startOf(spent.length + 1));
    spent.push(until - before);
    before = until;
  }
  const amounts = [...own.amounts];
  let carried = amounts.at(-1) ?? 0;
  let latest = 0;
  while (amounts.length <= index) {
    const last = amounts.length - 1;
    while ((rule[latest + 1]?.starts_on ?? '9999') <= startOf(last).from) latest += 1;
    const left = (rule[latest]?.amount ?? 0) + carried - (spent[last] ?? 0);
    carried = carry === 'overspent' ? Math.min(0, left) : Math.min(left, carry_cap ?? left);
    amounts.push(carried);
  }
  own.spent = spent;
  own.amounts = amounts;
}

/** What is carried into a period whose earlier ones are known, with what is expected in these and not recorded. */
export function carriedWith(
  expected: readonly { date: string; amount: number }[],
  budget: Budget,
  own: Carried,
  index: number,
  spending: Spending,
): number {
  const earlier = expected.flatMap(({ date, amount }) => {
    const at = date < budget.starts_on ? index : periodIndex(budget, date);
    return at < index ? { at, amount } : [];
  });
  if (earlier.length === 0) return own.amounts[index] ?? 0;
  const spent = [...own.spent];
  for (const { at, amount } of earlier) spent[at] = (spent[at] ?? 0) + amount;
  const all = { ...own, spent, amounts: [0] };
  carryUpTo(budget, all, index, spending);
  return all.amounts[index] ?? 0;
}
