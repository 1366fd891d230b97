import { hasBudgets } from '../budgets/budgets.ts';
import type { Reading } from '../context.ts';
import { accountChoices } from '../money-accounts/choices/choices.ts';
import type { Choices } from '../money-accounts/choices/offered.ts';

/** What the form of a transaction offers besides its fields: nothing for most people. */
export async function formChoices(context: Reading): Promise<Choices> {
  const choices = await accountChoices(context);
  return (await hasBudgets(context)) ? { ...choices, budgets: true } : choices;
}
