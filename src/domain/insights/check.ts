import { localNow } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { requireCategory } from '../transactions/category.ts';
import { withCategories } from '../transactions/list.ts';
import type { Entry } from '../transactions/present.ts';
import { type Analysis, analyse } from './analyse.ts';
import { possibleDuplicates } from './duplicates.ts';
import { historyAround } from './history.ts';
import { type Observed, observe, others } from './observed.ts';
import type { CheckInput } from './schema.ts';

/** What the rules say of a transaction, and which ones it may be a second time, the likeliest first. */
export interface Insights {
  analysis: Analysis;
  duplicates: Entry[];
}

const SHOWN = 3;

/**
 * Judges a transaction as it is being typed, or a recorded one when its `id` comes along; writes nothing.
 * @throws DomainError NOT_FOUND for a category that is not the viewer's
 */
export async function checkTransaction(context: SignedIn, input: CheckInput): Promise<Insights> {
  const category = await requireCategory(context.db, context.viewer.id, input.categoryId);
  const here = localNow(context.now, input.timezone ?? context.viewer.preferences.timezone);
  const typed = observe({
    id: input.id,
    type: input.type ?? (input.amount < 0 ? 'expense' : 'income'),
    amount: Math.abs(input.amount),
    description: input.description ?? '',
    merchant_name: input.merchant_name ?? null,
    category_id: category?.id ?? null,
    template_id: null,
    date: input.date ?? here.date,
    time: input.time ?? here.time,
  });
  return insightsFor(context, { transaction: typed, categoryName: category?.name ?? null });
}

/** Judges a transaction by the viewer's recent history; `categoryName` is the stored name, null for none. */
export async function insightsFor(
  context: SignedIn,
  { transaction, categoryName }: { transaction: Observed; categoryName: string | null },
): Promise<Insights> {
  const history = await historyAround(context, transaction.date);
  const alike = possibleDuplicates(transaction, others(history, transaction)).slice(0, SHOWN);
  return {
    analysis: analyse(transaction, history, categoryName),
    duplicates: await withCategories(context, alike),
  };
}
