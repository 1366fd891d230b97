import type { AstroGlobal } from 'astro';
import { amountField, amountStyle } from '../../domain/amount-text.ts';
import { type Budget, readBudgets } from '../../domain/budgets/budgets.ts';
import { budgetFormSchema } from '../../domain/budgets/schema.ts';
import { suggestBudgets } from '../../domain/budgets/suggest.ts';
import { categoryName } from '../../domain/categories/name.ts';
import { readCategories } from '../../domain/categories/read.ts';
import type { Viewer } from '../../domain/context.ts';
import { isReserved } from '../../domain/ledger/reserved-categories.ts';
import { isolatedAmount } from '../../i18n/isolated.ts';

/** How many complete months amounts are suggested from. */
export const SUGGESTED_FROM = 6;

/** The categories that budgets can have, by name, and the form's schema. */
export async function budgetForm({ locals }: AstroGlobal) {
  const { signedIn: context, locale } = locals;
  const taken = new Set(
    (await readBudgets(context)).flatMap(({ is_active, period, category_ids }) =>
      is_active && period === 'monthly' ? category_ids : [],
    ),
  );
  const categories = (await readCategories(context))
    .filter(({ id, is_hidden }) => is_hidden === 0 && !isReserved(id))
    .map(({ id, type, is_archived, ...row }) => ({
      id,
      type,
      isArchived: is_archived === 1,
      /** Whether a budget by month has it. */
      isTaken: taken.has(id),
      name: categoryName(row, locale),
    }));
  return { categories, schema: budgetFormSchema(amountStyle(context.viewer)) };
}

/**
 * What is usual in each category, the largest first: in a month, or in a year where a few months have most of it. The
 * link fills the form of a new budget in.
 */
export async function usualAmounts({ locals }: AstroGlobal) {
  const { signedIn: context, t, format } = locals;
  return (await suggestBudgets(context, SUGGESTED_FROM)).map(({ category_id, uneven, amount: ofMonth }) => {
    const [period, minor] = uneven
      ? (['yearly', Math.ceil(uneven / 100) * 100] as const)
      : (['monthly', ofMonth] as const);
    const amount = fieldAmount(minor, context.viewer);
    return {
      category: category_id,
      amount,
      period,
      text: t(`budgets:usual.${period}`, { amount: isolatedAmount(format.money(minor)) }),
      href: `/budgets/new?${new URLSearchParams({ category: category_id, amount, period })}`,
    };
  });
}

/** An amount as its field shows it, without cents that are none. */
export function fieldAmount(minor: number, viewer: Viewer): string {
  const { decimal_separator, currency } = amountStyle(viewer);
  return amountField(minor, decimal_separator, currency).replace(/[.,]00$/, '');
}

export type BudgetCategory = Awaited<ReturnType<typeof budgetForm>>['categories'][number];

/** The categories of a sent form, each once: the one that is chosen by itself may be ticked too. */
export function chosenIn(sent: FormData | null): string[] | undefined {
  return sent ? [...new Set(sent.getAll('category_ids').map(String).filter(Boolean))] : undefined;
}

/** A budget as the texts of its form. */
export function budgetValues(budget: Budget, { locals }: AstroGlobal): Record<string, string> {
  const { decimal_separator, currency } = amountStyle(locals.signedIn.viewer);
  const text = (minor: number | null | undefined) =>
    minor === null || minor === undefined ? '' : amountField(minor, decimal_separator, currency);
  return {
    amount: text(budget.amounts.at(-1)?.amount),
    period: budget.period,
    start_day: String(budget.start_day),
    carry: budget.carry,
    carry_cap: text(budget.carry_cap),
  };
}
