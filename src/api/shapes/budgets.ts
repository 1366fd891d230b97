import * as v from 'valibot';
import type { presentBudget } from '../../domain/budgets/budgets.ts';
import type { presentGoal } from '../../domain/budgets/goals.ts';
import { CARRIES, PERIODS } from '../../domain/budgets/schema.ts';
import type { presentState } from '../../domain/budgets/state.ts';
import { amountShape, dateShape, idShape, instantShape } from './values.ts';

type Presented<Function extends (...values: never[]) => object> = Record<keyof ReturnType<Function>, unknown>;

export const budgetShape = v.object({
  id: idShape,
  category_ids: v.array(idShape),
  period: v.picklist(PERIODS),
  start_day: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(28)),
  amount: amountShape,
  carry: v.picklist(CARRIES),
  carry_cap: v.nullable(amountShape),
  from: dateShape,
  is_active: v.boolean(),
  amounts: v.array(v.object({ from: dateShape, amount: amountShape })),
  updated_at: instantShape,
});

export const budgetStateShape = v.object({
  budget_id: idShape,
  period: v.object({ from: dateShape, to: dateShape }),
  amount: amountShape,
  carried: amountShape,
  spent: amountShape,
  committed: amountShape,
  left: amountShape,
  pace: v.picklist(['under', 'on', 'over']),
  projected: amountShape,
  lacks_rate: v.pipe(
    v.boolean(),
    v.description(
      'Whether something in it, or in what it carries over, has no rate, and so is nothing in its sums.',
    ),
  ),
});

const linesShape = v.array(v.object({ label: v.string(), amount: amountShape }));

export const availableShape = v.object({
  amount: amountShape,
  until: dateShape,
  per_day: amountShape,
  lines: linesShape,
  free: v.nullable(
    v.object({ amount: amountShape, in_budgets: amountShape, until: dateShape, lines: linesShape }),
  ),
});

export const goalShape = v.object({
  id: idShape,
  name: v.string(),
  amount: amountShape,
  due_date: v.nullable(dateShape),
  account_id: v.nullable(idShape),
  saved: amountShape,
  monthly: v.nullable(amountShape),
  reached_on: v.nullable(dateShape),
  projected_date: v.nullable(dateShape),
  updated_at: instantShape,
});

void (budgetShape.entries satisfies Presented<typeof presentBudget>);
void (budgetStateShape.entries satisfies Presented<typeof presentState>);
void (goalShape.entries satisfies Presented<typeof presentGoal>);
