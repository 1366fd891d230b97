import type { AstroGlobal } from 'astro';
import type { GoalRow } from '../../db/tables.ts';
import { amountField, amountStyle } from '../../domain/amount-text.ts';
import { goalFormSchema } from '../../domain/budgets/schema.ts';
import { accountOptions, listAccountNames } from '../../domain/money-accounts/choices/choices.ts';

/** The schema of a goal's form, and the accounts that it may be in; it stays in one that was archived since. */
export async function goalForm({ locals }: AstroGlobal, goal?: GoalRow) {
  const { signedIn: context } = locals;
  return {
    schema: goalFormSchema(amountStyle(context.viewer)),
    accounts: accountOptions(context, await listAccountNames(context), goal?.account_id ?? undefined),
  };
}

/** A goal as the texts of its form. */
export function goalValues(goal: GoalRow, { locals }: AstroGlobal): Record<string, string> {
  const { decimal_separator, currency } = amountStyle(locals.signedIn.viewer);
  return {
    name: goal.name,
    amount: amountField(goal.amount, decimal_separator, currency),
    due_date: goal.due_date ?? '',
    monthly: goal.monthly === null ? '' : amountField(goal.monthly, decimal_separator, currency),
    account_id: goal.account_id ?? '',
  };
}
