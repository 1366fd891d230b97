import { sql } from 'kysely';
import { chunksOf } from '../../db/chunks.ts';
import { insertRows } from '../../db/insert-rows.ts';
import type { TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { monthOf } from '../calendar.ts';
import { COLUMNS } from '../transactions/fields.ts';
import { type Change, summed } from './totals-changes.ts';

// All statements that write transactions and what is derived from them. Only the ledger runs them, and lint holds that.

/**
 * Raises the number that says how often a person's money or categories have changed. Whoever raises it holds its row
 * until the database transaction ends: another writer of the same person waits here.
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
 * Adds transactions, except those that are there already: by their id, or as the occurrence of a template on a date.
 * Gives the ids of those that came in.
 */
export const insertTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()).returning('id'),
);

/** Writes transactions that are there, each to its own values. */
export const updateTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'id'])
      .doUpdateSet(({ ref }) => Object.fromEntries(COLUMNS.map((name) => [name, ref(`excluded.${name}`)]))),
  ),
);

/** Deletes the transactions of these ids and gives them back once more, as far as they are the person's. */
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

/** Which category goes where; null stands for none. */
export interface Move {
  from: string;
  to: string | null;
  now: Date;
}

/** Gives all transactions of a category to another one, or to none, at one stroke; gives their number. */
export async function moveTransactions(tx: Tx, userId: string, { from, to, now }: Move): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('transactions')
    .set({ category_id: to, updated_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('category_id', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Gives the totals of a category to another one, or to none. */
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

/** Adds transactions to the totals (`sign` 1) or takes them out (-1). */
export async function addToTotals(tx: Tx, changes: readonly Change[]): Promise<void> {
  await addToDays(
    tx,
    summed(changes, (date) => date).map(({ period, ...sum }) => ({ ...sum, date: period })),
  );
  await addToMonths(
    tx,
    summed(changes, monthOf).map(({ period, ...sum }) => ({ ...sum, month: period })),
  );
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
