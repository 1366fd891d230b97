import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { categoriesById } from '../categories/read.ts';
import type { Reading } from '../context.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import { textColumns } from '../transactions/fields.ts';
import { type Facts, filled, type Rule, rulesFor } from './match.ts';
import { countApplied } from './rules.queries.ts';
import { readRules } from './rules.ts';

type Reader = Pick<Reading, 'db'> & { viewer: { id: string } };

/** What these rules want of a transaction; categories that were deleted since are ignored. */
export async function prepareRules(context: Reader, rules: readonly Rule[]) {
  const categories = await categoriesById(context);
  return rulesFor(rules, (id, type) => {
    const category = categories.get(id);
    return category?.is_hidden === 0 && category.type === type;
  });
}

/** As `prepareRules`, for the rules in force; null for a person who has none. */
export async function activeRules(context: Reader) {
  const rules = (await readRules(context)).filter(({ is_active }) => is_active);
  return rules.length === 0 ? null : prepareRules(context, rules);
}

/** The category that the rules in force give a transaction. */
export async function findRuledCategory(context: Reader, facts: Facts): Promise<CategoryRow | undefined> {
  const outcome = (await activeRules(context))?.(facts);
  return outcome?.category_id ? (await categoriesById(context)).get(outcome.category_id) : undefined;
}

/**
 * Lets the rules in force fill what new transactions lack. What they would make a transfer, or leave out of an import,
 * is recorded as it is.
 * @returns `fill` for each of them, and `count` for when they are recorded, which counts for each rule what it did
 */
export async function ruleFiller(tx: Tx, viewer: { id: string }) {
  const outcomeOf = await activeRules({ db: tx, viewer });
  const counts = new Map<string, number>();
  return {
    fill(row: TransactionRow): TransactionRow {
      const outcome = isReserved(row.category_id) ? null : outcomeOf?.(row);
      if (!outcome) return row;
      for (const id of outcome.ids) counts.set(id, (counts.get(id) ?? 0) + 1);
      return withOutcome(row, outcome);
    },
    count: () => countApplied(tx, viewer.id, counts),
  };
}

/** Counts for each rule how often it is named. */
export async function countRules(context: Reader, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  await inTransaction(context.db, (tx) => countApplied(tx, context.viewer.id, counts));
}

/** A transaction as an outcome fills it. */
export function withOutcome(row: TransactionRow, outcome: Parameters<typeof filled>[1]): TransactionRow {
  const after = filled(row, outcome);
  return { ...after, ...textColumns(after) };
}
