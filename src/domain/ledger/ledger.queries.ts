import { sql } from 'kysely';
import { chunksOf } from '../../db/chunks.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { monthOf } from '../calendar.ts';
import { COLUMNS } from '../transactions/fields.ts';
import { isMovedOrGenerated, type Moved } from './moved.queries.ts';
import { type Change, figuresOfMonths, summed } from './totals-changes.ts';

// All statements that write transactions and what is derived from them. Only the ledger runs them, as lint checks.

/**
 * Raises the revision of a person's money and categories. The transaction that raises it locks its row until it ends:
 * another writer of the same person waits here.
 */
export async function raiseRevision(tx: Tx, userId: string): Promise<void> {
  await raise(tx, [{ user_id: userId, number: 1 }]);
}

const raise = insertRows('revisions', ['user_id', 'number'], (insert) =>
  insert.onConflict((conflict) =>
    conflict.column('user_id').doUpdateSet({ number: sql<number>`revisions.number + 1` }),
  ),
);

/**
 * Adds transactions, except those whose id, or template and date of an occurrence, exists already. Returns the ids of
 * those that were added.
 */
export const insertTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()).returning('id'),
);

/** Updates existing transactions, each to its own values. */
export const updateTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'id'])
      .doUpdateSet(({ ref }) => Object.fromEntries(COLUMNS.map((name) => [name, ref(`excluded.${name}`)]))),
  ),
);

/** Deletes the transactions of these ids that are the person's, and returns them. */
export async function deleteTransactions(
  tx: Tx,
  userId: string,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (const chunk of chunksOf(ids)) {
    const some = tx.deleteFrom('transactions').where('user_id', '=', userId);
    rows.push(...(await some.where('id', 'in', chunk).returningAll().execute()));
  }
  return rows;
}

/** A move from one category to another; null stands for uncategorised. */
export interface Move {
  from: string;
  to: string | null;
  now: Date;
}

/** Moves all transactions of a category to another one, or to none, in one statement; returns their number. */
export async function moveTransactions(tx: Tx, userId: string, { from, to, now }: Move): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('transactions')
    .set({ category_id: to, updated_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('category_id', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The sums of the transactions that a deletion moved, by day, type and category. */
export function sumsOfMoved(tx: Tx, moved: Moved) {
  return tx
    .selectFrom('transactions')
    .select((expression) => [
      'user_id',
      'date',
      'type',
      'category_id',
      expression.fn.sum<number>('amount').as('amount'),
      expression.fn.countAll<number>().as('count'),
    ])
    .where('user_id', '=', moved.userId)
    .where(isMovedOrGenerated(tx, moved))
    .groupBy(['user_id', 'date', 'type', 'category_id'])
    .execute();
}

/** Moves them back to the deleted category, which exists again; returns their number. */
export async function moveTransactionsBack(tx: Tx, moved: Moved, now: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('transactions')
    .set({ category_id: moved.categoryId, updated_at: now.toISOString() })
    .where('user_id', '=', moved.userId)
    .where(isMovedOrGenerated(tx, moved))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Moves the totals of a category to another one, or to none. */
export async function moveTotals(tx: Tx, userId: string, { from, to }: Move): Promise<void> {
  await moveTotalsOf(tx, ['daily_totals', 'date'], userId, from, to ?? '');
  await moveTotalsOf(tx, ['monthly_totals', 'month'], userId, from, to ?? '');
}

async function moveTotalsOf(
  tx: Tx,
  [name, period]: ['daily_totals', 'date'] | ['monthly_totals', 'month'],
  userId: string,
  from: string,
  to: string,
): Promise<void> {
  const [table, time] = [sql.table(name), sql.ref(period)];
  await sql`
    insert into ${table} (user_id, ${time}, type, category_id, amount, count)
    select user_id, ${time}, type, cast(${to} as text), amount, count
    from ${table} where user_id = ${userId} and category_id = ${from}
    on conflict (user_id, ${time}, type, category_id) do update set
      amount = ${table}.amount + excluded.amount,
      count = ${table}.count + excluded.count
  `.execute(tx);
  await sql`delete from ${table} where user_id = ${userId} and category_id = ${from}`.execute(tx);
}

/** Adds transactions to the totals (`sign` 1) or subtracts them (-1). */
export async function addToTotals(tx: Tx, changes: readonly Change[]): Promise<void> {
  await addToDays(
    tx,
    summed(changes, (date) => date).map(({ period, ...sum }) => ({ ...sum, date: period })),
  );
  const months = summed(changes, monthOf);
  await addToMonths(
    tx,
    months.map(({ period, ...sum }) => ({ ...sum, month: period })),
  );
  await addToFigures(tx, figuresOfMonths(months));
}

const addToDays = insertRows(
  'daily_totals',
  ['user_id', 'date', 'type', 'category_id', 'amount', 'count'],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'date', 'type', 'category_id']).doUpdateSet({
        amount: sql<number>`daily_totals.amount + excluded.amount`,
        count: sql<number>`daily_totals.count + excluded.count`,
      }),
    ),
);

const addToMonths = insertRows(
  'monthly_totals',
  ['user_id', 'month', 'type', 'category_id', 'amount', 'count'],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'month', 'type', 'category_id']).doUpdateSet({
        amount: sql<number>`monthly_totals.amount + excluded.amount`,
        count: sql<number>`monthly_totals.count + excluded.count`,
      }),
    ),
);

const addToFigures = insertRows(
  'monthly_figures',
  ['user_id', 'month', 'income', 'expenses', 'count'],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(['user_id', 'month']).doUpdateSet({
        income: sql<number>`monthly_figures.income + excluded.income`,
        expenses: sql<number>`monthly_figures.expenses + excluded.expenses`,
        count: sql<number>`monthly_figures.count + excluded.count`,
      }),
    ),
);
