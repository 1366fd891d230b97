import { sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import { monthOf } from '../calendar.ts';
import { markAllChanged } from '../revisions/queries.ts';
import type { Tx } from '../transact.ts';
import { type Change, summed } from './changes.ts';
import type { Figures } from './figures.ts';
import { type Range, splitRange } from './split.ts';

/** Sums of one type and category; `category_id` is empty for none, `amount` in minor units. */
export interface Total {
  type: 'expense' | 'income';
  category_id: string;
  amount: number;
  count: number;
}

const sums = prepared(
  (db, user: string, m1: string, m2: string, h1: string, h2: string, t1: string, t2: string) =>
    db
      .selectFrom((expression) =>
        expression
          .selectFrom('monthly_totals')
          .select(['type', 'category_id', 'amount', 'count'])
          .where('user_id', '=', user)
          .where('month', '>=', m1)
          .where('month', '<=', m2)
          .unionAll(
            expression
              .selectFrom('daily_totals')
              .select(['type', 'category_id', 'amount', 'count'])
              .where('user_id', '=', user)
              .where('date', '>=', h1)
              .where('date', '<=', h2),
          )
          .unionAll(
            expression
              .selectFrom('daily_totals')
              .select(['type', 'category_id', 'amount', 'count'])
              .where('user_id', '=', user)
              .where('date', '>=', t1)
              .where('date', '<=', t2),
          )
          .as('parts'),
      )
      .select((expression) => [
        'type',
        'category_id',
        expression.fn.sum<number>('amount').as('amount'),
        expression.fn.sum<number>('count').as('count'),
      ])
      .groupBy(['type', 'category_id']),
);

/** The totals of a range by type and category, from kept sums: as quick with a million transactions as with ten. */
export function sumTotals(db: Db, userId: string, range: Range): Promise<Total[]> {
  const { months, head, tail } = splitRange(range);
  return sums(db, userId, ...months, ...head, ...tail);
}

const sumsOfAll = prepared(
  (db, user: string, m1: string, m2: string, h1: string, h2: string, t1: string, t2: string) => {
    const income = sql<number>`case when type = 'income' then amount else 0 end`;
    const days = (from: string, to: string) =>
      db
        .selectFrom('daily_totals')
        .select([income.as('income'), 'amount', 'count'])
        .where('user_id', '=', user)
        .where('date', '>=', from)
        .where('date', '<=', to);
    return db
      .selectFrom(
        db
          .selectFrom('monthly_totals')
          .select([income.as('income'), 'amount', 'count'])
          .where('user_id', '=', user)
          .where('month', '>=', m1)
          .where('month', '<=', m2)
          .unionAll(days(h1, h2))
          .unionAll(days(t1, t2))
          .as('parts'),
      )
      .select([
        sql<number>`coalesce(sum(income), 0)`.as('income'),
        sql<number>`coalesce(sum(amount), 0)`.as('amount'),
        sql<number>`coalesce(sum(count), 0)`.as('count'),
      ]);
  },
);

/** Income, expenses and what is left of a range, without asking for categories: the sum that most pages need. */
export async function sumFigures(db: Db, userId: string, range: Range): Promise<Figures> {
  const { months, head, tail } = splitRange(range);
  const [sums] = await sumsOfAll(db, userId, ...months, ...head, ...tail);
  const { income = 0, amount = 0, count = 0 } = sums ?? {};
  return { income, expenses: amount - income, net: 2 * income - amount, count };
}

export interface PeriodTotal {
  period: string;
  type: 'expense' | 'income';
  amount: number;
  count: number;
}

/** Totals by calendar day, the days with something in them. */
export function totalsByDay(db: Db, userId: string, from: string, to: string): Promise<PeriodTotal[]> {
  return dailySums(db, userId, from, to);
}

/** Totals by month (`YYYY-MM`), the months with something in them. */
export function totalsByMonth(db: Db, userId: string, from: string, to: string): Promise<PeriodTotal[]> {
  return monthlySums(db, userId, from, to);
}

const dailySums = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('daily_totals')
    .select((expression) => [
      'date as period',
      'type',
      expression.fn.sum<number>('amount').as('amount'),
      expression.fn.sum<number>('count').as('count'),
    ])
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .groupBy(['date', 'type'])
    .orderBy('date'),
);

const monthlySums = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('monthly_totals')
    .select((expression) => [
      'month as period',
      'type',
      expression.fn.sum<number>('amount').as('amount'),
      expression.fn.sum<number>('count').as('count'),
    ])
    .where('user_id', '=', user)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .groupBy(['month', 'type'])
    .orderBy('month'),
);

/**
 * Adds transactions to the kept totals (`sign` 1) or takes them out (-1), in the same database transaction and always
 * in the same order (the revision, days, months, each by key), so that two who change the same totals wait for each
 * other and never in a circle.
 */
export async function applyAllToTotals(tx: Tx, changes: Change[]): Promise<void> {
  await markAllChanged(
    tx,
    changes.map(({ row }) => row.user_id),
  );
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

/**
 * Gives the kept totals of a category to another one (the empty id stands for none), in the database transaction
 * that moves its transactions and has marked the person's data as changed.
 */
export async function moveTotals(tx: Tx, userId: string, from: string, to: string): Promise<void> {
  await moveTotalsOf(tx, ['daily_totals', 'date'], userId, from, to);
  await moveTotalsOf(tx, ['monthly_totals', 'month'], userId, from, to);
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
