import { sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { BudgetAmountRow, BudgetRow, GoalRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { isMovedBy } from '../ledger/trashed-accounts.queries.ts';
import { isCounted } from '../ledger/uncounted.queries.ts';

/** In the order of creation. */
export const findBudgets = prepared((db, userId: string) =>
  db.selectFrom('budgets').selectAll().where('user_id', '=', userId).orderBy('id'),
);

export const findAnyBudget = prepared((db, userId: string) =>
  db.selectFrom('budgets').select('id').where('user_id', '=', userId).limit(1),
);

/** The earliest first. */
export const findAmounts = prepared((db, userId: string) =>
  db.selectFrom('budget_amounts').selectAll().where('user_id', '=', userId).orderBy('starts_on'),
);

export async function insertBudget(tx: Tx, row: BudgetRow): Promise<void> {
  await tx.insertInto('budgets').values(row).execute();
}

export async function updateBudget(tx: Tx, { user_id, id, ...changes }: BudgetRow): Promise<void> {
  await tx.updateTable('budgets').set(changes).where('user_id', '=', user_id).where('id', '=', id).execute();
}

export async function deleteBudget(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('budgets').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** With their amounts. */
export async function deleteBudgets(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('budgets').where('user_id', '=', userId).execute();
}

/** Without a new version: what a person is changing stays theirs. */
export async function setCategories(
  tx: Tx,
  userId: string,
  id: string,
  ids: readonly string[][],
): Promise<void> {
  const changes = { category_ids: JSON.stringify(ids) };
  await tx.updateTable('budgets').set(changes).where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Replaces the amounts from a day on. */
export async function setAmount(tx: Tx, row: BudgetAmountRow): Promise<void> {
  const { user_id, budget_id, starts_on } = row;
  await tx
    .deleteFrom('budget_amounts')
    .where('user_id', '=', user_id)
    .where('budget_id', '=', budget_id)
    .where('starts_on', '>=', starts_on)
    .execute();
  await tx.insertInto('budget_amounts').values(row).execute();
}

export const insertAmounts = insertRows(
  'budget_amounts',
  ['user_id', 'budget_id', 'starts_on', 'amount'],
  (insert) => insert,
);

/** A sum of a day or a month in minor units; refunds are negative. */
export interface Spent {
  date: string;
  category_id: string;
  amount: number;
}

/** By day and category; what does not count in the balance, transfers and opening balances are left out. */
export const spentByDay = prepared((db, userId: string, from: string, to: string) =>
  db
    .selectFrom('daily_totals')
    .select(['date', 'category_id', 'type', 'amount'])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('type', 'in', ['expense', 'income'])
    .where('amount', '!=', 0),
);

/** The days and categories of what counts and has no worth yet, because no rate is known. */
export async function findUnratedIn(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<{ date: string; category_id: string | null }[]> {
  const counted = await isCounted(db, userId);
  return (
    db
      .selectFrom('transactions')
      .select(['date', 'category_id'])
      .where('user_id', '=', userId)
      // As in their index.
      .where(sql<boolean>`(amount = 0 or account_amount = 0)`)
      .where('amount', '=', 0)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .where('transfer_id', 'is', null)
      .$if(counted !== undefined, (query) => query.where(counted as NonNullable<typeof counted>))
      .execute()
  );
}

export interface SpentRow extends Spent {
  type: string;
}

/** As `spentByDay`, without the day `to`; only days of the month (two digits) before `before`. */
export const spentAtStarts = prepared((db, userId: string, from: string, to: string, before: string) =>
  db
    .selectFrom('daily_totals')
    .select(['date', 'category_id', 'type', 'amount'])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<', to)
    .where(sql`substr(date, 9, 2)`, '<', before)
    .where('type', 'in', ['expense', 'income'])
    .where('amount', '!=', 0),
);

/** As `spentByDay`, by month (`YYYY-MM`). */
export const spentByMonth = prepared((db, userId: string, from: string, to: string) =>
  db
    .selectFrom('monthly_totals')
    .select(['month as date', 'category_id', 'type', 'amount'])
    .where('user_id', '=', userId)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .where('type', 'in', ['expense', 'income'])
    .where('amount', '!=', 0),
);

/** As `spentByDay`, of some categories; only days of the month (two digits) before `before`. */
export function spentByDayOf(
  db: Db,
  userId: string,
  categoryIds: readonly string[],
  { from, to, before = '99' }: { from: string; to: string; before?: string },
): Promise<SpentRow[]> {
  return db
    .selectFrom('daily_totals')
    .select(['date', 'category_id', 'type', 'amount'])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where(sql`substr(date, 9, 2)`, '<', before)
    .where('type', 'in', ['expense', 'income'])
    .where('category_id', 'in', categoryIds)
    .where('amount', '!=', 0)
    .execute();
}

/**
 * As `spentByMonth`, of some months and categories. Each is named, because the sums of a month lie together: of a range,
 * those of all categories would be read.
 */
export async function spentByMonthOf(
  db: Db,
  userId: string,
  categoryIds: readonly string[],
  months: readonly string[],
): Promise<SpentRow[]> {
  if (months.length === 0) return [];
  return db
    .selectFrom('monthly_totals')
    .select(['month as date', 'category_id', 'type', 'amount'])
    .where('user_id', '=', userId)
    .where('month', 'in', months)
    .where('type', 'in', ['expense', 'income'])
    .where('category_id', 'in', categoryIds)
    .where('amount', '!=', 0)
    .execute();
}

/** What recurring templates add in some days, by category; without accounts that do not count in the balance. */
export async function recurringIn(
  db: Db,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<Spent[]> {
  const counted = await isCounted(db, userId);
  const rows = await db
    .selectFrom('transactions')
    .select(['date', 'category_id', 'type', 'amount'])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('template_id', 'is not', null)
    .where('transfer_id', 'is', null)
    .$if(counted !== undefined, (query) => query.where(counted as NonNullable<typeof counted>))
    .execute();
  return rows.map(({ date, category_id, type, amount }) => ({
    date,
    category_id: category_id ?? '',
    amount: type === 'expense' ? amount : -amount,
  }));
}

/** What templates bring in after a day, the earliest and then the largest first. */
export const findIncomes = prepared((db, userId: string, after: string) =>
  db
    .selectFrom('transactions')
    .select(['date', 'description', 'template_id', 'account_id', 'amount'])
    .where('user_id', '=', userId)
    .where('date', '>', after)
    .where('template_id', 'is not', null)
    .where('transfer_id', 'is', null)
    .where('type', '=', 'income')
    .orderBy('date')
    .orderBy('amount', 'desc'),
);

/** What is recorded for some days, sides of transfers too; the earliest first. */
export const findUpcoming = prepared((db, userId: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'date', 'description', 'account_id', 'category_id', 'type', 'transfer_id', 'amount'])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date'),
);

export const findGoals = prepared((db, userId: string) =>
  db.selectFrom('goals').selectAll().where('user_id', '=', userId).orderBy('id'),
);

export async function insertGoal(tx: Tx, row: GoalRow): Promise<void> {
  await tx.insertInto('goals').values(row).execute();
}

export async function updateGoal(tx: Tx, { user_id, id, ...changes }: GoalRow): Promise<void> {
  await tx.updateTable('goals').set(changes).where('user_id', '=', user_id).where('id', '=', id).execute();
}

export async function deleteGoal(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('goals').where('user_id', '=', userId).where('id', '=', id).execute();
}

/**
 * Goals of an account that is removed belong to another one or none. Without a new version: what a person is changing
 * stays theirs.
 * @param movedBy the deletion that is undone: only what it moved goes
 */
export async function moveGoals(
  tx: Tx,
  userId: string,
  { from, to, movedBy }: { from: string | null; to: string | null; movedBy?: string },
): Promise<void> {
  await tx
    .updateTable('goals')
    .set({ account_id: to })
    .where('user_id', '=', userId)
    .where('account_id', from === null ? 'is' : '=', from)
    .$if(movedBy !== undefined, (query) => query.where(isMovedBy(userId, movedBy ?? '', sql`goals.id`)))
    .execute();
}

export async function deleteGoals(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('goals').where('user_id', '=', userId).execute();
}
