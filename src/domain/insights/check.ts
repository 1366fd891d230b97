import { localNow } from '../calendar.ts';
import { requireCategory } from '../categories/read.ts';
import type { Reading } from '../context.ts';
import type { Entry } from '../transactions/present.ts';
import { findEntry, withParts } from '../transactions/read.ts';
import { type Analysis, analyse } from './analysis.ts';
import { possibleDuplicates } from './duplicates.ts';
import { historyAround, isObserved } from './history.ts';
import { readExpected } from './not-duplicates.ts';
import { others, type RuleInput, ruleInputOf } from './rule-input.ts';
import type { CheckInput } from './schema.ts';

export interface Insights {
  analysis: Analysis;
  duplicates: Entry[];
}

const SHOWN = 3;

/** Analyses a transaction, typed or recorded (`id`); writes nothing. @throws DomainError NOT_FOUND for its category */
export async function checkTransaction(context: Reading, input: CheckInput): Promise<Insights> {
  const category = await requireCategory(context.db, context.viewer.id, input.categoryId);
  const localTime = localNow(context.now, input.timezone ?? context.viewer.preferences.timezone);
  const typed = ruleInputOf({
    id: input.id,
    type: input.type ?? (input.amount < 0 ? 'expense' : 'income'),
    amount: Math.abs(input.amount),
    description: input.description ?? '',
    merchant_name: input.merchant_name ?? null,
    category_id: category?.id ?? null,
    template_id: null,
    date: input.date ?? localTime.date,
    time: input.time ?? localTime.time,
  });
  return insightsFor(context, { transaction: typed, categoryName: category?.name ?? null });
}

/** `categoryName` is the stored name, null without a category. */
async function insightsFor(
  context: Reading,
  { transaction, categoryName }: { transaction: RuleInput; categoryName: string | null },
): Promise<Insights> {
  const history = await historyAround(context, transaction.date);
  const isExpected = await readExpected(context, [transaction], history);
  const duplicates = possibleDuplicates(transaction, others(history, transaction), isExpected).slice(
    0,
    SHOWN,
  );
  return {
    analysis: analyse(transaction, history, categoryName, context.viewer.currency, isExpected),
    duplicates: await withParts(context, duplicates),
  };
}

/** Null for a missing transaction and for an opening balance. */
export async function insightsOfRecorded(context: Reading, id: string): Promise<Insights | null> {
  const entry = await findEntry(context, id);
  if (!entry || !isObserved(entry.row)) return null;
  const { row, category } = entry;
  return insightsFor(context, { transaction: ruleInputOf(row), categoryName: category?.name ?? null });
}
