import type { Owned } from '../ledger/removed.ts';
import { findBudgets, setCategories } from './budgets.queries.ts';

export { moveGoals } from './budgets.queries.ts';

/** A category, or one that was removed with those that took its transactions one after another. */
type Stored = (string | string[])[];

const read = (category_ids: string) => (JSON.parse(category_ids) as Stored).map((each) => [each].flat());

/**
 * The categories of a budget as they are now: each, or if it was removed, the first that took its transactions and is
 * there. So it is back with the undo of its removal.
 */
export function currentIds(category_ids: string, present: { has(id: string): boolean }): Set<string> {
  return new Set(read(category_ids).flatMap((chain) => chain.find((id) => present.has(id)) ?? []));
}

/** Whether two budgets have or had the same category. */
export function sharesCategory(one: { category_ids: string }, other: { category_ids: string }): boolean {
  const ids = new Set(read(one.category_ids).flat());
  return read(other.category_ids)
    .flat()
    .some((id) => ids.has(id));
}

/**
 * Lets budgets of a category that is being removed follow its transactions to another one, except where another budget
 * of the same period has that. What took the place of the category at an earlier removal, since undone, is forgotten.
 * @param visible the categories that are there before the removal
 */
export async function moveBudgets(
  { tx, userId }: Owned,
  { from, to, visible }: { from: string; to: string | null; visible: readonly { id: string }[] },
): Promise<void> {
  const present = new Set(visible.map(({ id }) => id));
  const budgets = (await findBudgets(tx, userId)).map((row) => ({
    ...row,
    current: currentIds(row.category_ids, present),
  }));
  for (const { id, category_ids, current, period, is_active } of budgets) {
    if (!current.has(from)) continue;
    const isTaken = budgets.some(
      (other) =>
        other.id !== id &&
        other.is_active === 1 &&
        is_active === 1 &&
        other.period === period &&
        to !== null &&
        other.current.has(to),
    );
    const next = to === null || isTaken ? [] : [to];
    const followed = read(category_ids).map((chain) => {
      const index = chain.findIndex((each) => present.has(each));
      return chain[index] === from ? [...chain.slice(0, index + 1), ...next] : chain;
    });
    await setCategories(tx, userId, id, followed);
  }
}
