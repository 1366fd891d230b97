import type { CategoryRow } from '../../../db/tables.ts';
import { listCategories } from '../../categories/list.ts';
import { categoryName } from '../../categories/name.ts';
import { categoriesById, isChoosable } from '../../categories/read.ts';
import type { Reading } from '../../context.ts';
import { isOpening } from '../../ledger/reserved-categories.ts';
import { listAccountNames } from '../../money-accounts/choices/choices.ts';
import type { AccountChoice } from '../../money-accounts/choices/offered.ts';

export type FilterCategory = Awaited<ReturnType<typeof filterCategories>>[number];

/** What the ids of a filter are called. */
export interface FilterNames {
  categories: FilterCategory[];
  accounts: AccountChoice[];
}

export async function filterNames(context: Reading): Promise<FilterNames> {
  return { categories: await filterCategories(context), accounts: await listAccountNames(context) };
}

/** All of the viewer's categories. Archived and hidden ones are offered only while they have transactions. */
async function filterCategories(context: Reading) {
  const rows = [...(await categoriesById(context)).values()];
  const used = rows.every(isCurrent) ? null : await usedCategories(context);
  return rows.map((row) => ({
    id: row.id,
    name: categoryName(row, context.locale),
    language: row.default_key ? context.locale : row.language,
    type: row.type,
    color: row.color,
    /** Whether the form offers it; the others are included so that an address that names one still works. */
    offered: isCurrent(row) || used?.has(row.id) === true,
  }));
}

function isCurrent(row: CategoryRow): boolean {
  return isChoosable(row) || isOpening(row.id);
}

// Counting takes longer than reading the page of transactions.
async function usedCategories(context: Reading): Promise<Set<string>> {
  const categories = await listCategories(context, { hidden: true, archived: true });
  return new Set(categories.filter(({ transaction_count }) => transaction_count > 0).map(({ id }) => id));
}
