import { chunksOf } from '../../db/insert-rows.ts';
import type { BudgetAmountRow, BudgetRow, GoalRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import type { BudgetEntry, GoalEntry } from '../export/document.schema.ts';
import type { Replaceable } from '../replaceable.ts';
import {
  deleteBudgets,
  deleteGoals,
  findAmounts,
  findBudgets,
  findGoals,
  insertAmounts,
  insertBudget,
  insertGoal,
} from './budgets.queries.ts';
import { presentBudget, readBudgets } from './budgets.ts';
import { presentGoal, readGoals } from './goals.ts';

/** Budgets as the file of an account has them. */
export async function exportedBudgets(context: Reading): Promise<BudgetEntry[]> {
  return (await readBudgets(context)).map((budget) => {
    const { amount: _latest, ...entry } = presentBudget(budget);
    return { ...entry, created_at: budget.created_at, updated_at: budget.updated_at };
  });
}

export async function exportedGoals(context: Reading): Promise<GoalEntry[]> {
  return (await readGoals(context)).map((goal) => {
    const { projected_date: _computed, ...entry } = presentGoal(goal, context);
    const { aside_next, created_at, updated_at } = goal;
    return { ...entry, aside_next, created_at, updated_at };
  });
}

export interface FileBudget extends BudgetRow {
  amounts: Pick<BudgetAmountRow, 'starts_on' | 'amount'>[];
}

export const fileBudgets: Replaceable<FileBudget> = {
  async find(tx, userId) {
    const amounts = Map.groupBy(await findAmounts(tx, userId), ({ budget_id }) => budget_id);
    return (await findBudgets(tx, userId)).map((row) => ({ ...row, amounts: amounts.get(row.id) ?? [] }));
  },
  async replace(tx, userId, rows) {
    await deleteBudgets(tx, userId);
    for (const { amounts, ...row } of rows) {
      await insertBudget(tx, row);
      const own = amounts.map(({ starts_on, amount }) => ({
        user_id: userId,
        budget_id: row.id,
        starts_on,
        amount,
      }));
      for (const some of chunksOf(own)) await insertAmounts(tx, some);
    }
  },
  keyOf: ({ id }) => id,
  versionOf: ({ updated_at }) => updated_at,
  categoriesOf: ({ category_ids }) => (JSON.parse(category_ids) as (string | string[])[]).flat(),
};

export const fileGoals: Replaceable<GoalRow> = {
  find: findGoals,
  async replace(tx, userId, rows) {
    await deleteGoals(tx, userId);
    for (const row of rows) await insertGoal(tx, row);
  },
  keyOf: ({ id }) => id,
  versionOf: ({ updated_at }) => updated_at,
};
