import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import { inBalance } from './facets.queries.ts';
import { type Figures, figuresOf } from './figures.ts';
import { type Kind, OPENING } from './reserved-categories.ts';
import { type Range, splitRange } from './split-range.ts';

/** The sum of one kind and category; `category_id` is empty for uncategorized, `amount` in minor units. */
export interface Total {
  type: Kind;
  category_id: string;
  amount: number;
  count: number;
}

/** What says that bills of cards were paid, by day: it counts as opening balances do, and is none. */
export const sumPaidBillsByDay = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(({ fn }) => ['date', fn.sum<number>('amount').as('amount')])
    .where('user_id', '=', user)
    .where('category_id', '=', OPENING.income)
    .where('charge_date', '>=', from)
    .where('charge_date', '<=', to)
    .where(inBalance(db, user))
    .groupBy('date'),
);

/** The first and last month, then the first and last day of the head and of the tail. */
type Parts = [string, string, string, string, string, string];

const partsOf = (range: Range): Parts => {
  const { months, head, tail } = splitRange(range);
  return [...months, ...head, ...tail];
};

const sums = prepared((db, user: string, ...[m1, m2, h1, h2, t1, t2]: Parts) => {
  const days = (from: string, to: string) =>
    db
      .selectFrom('daily_totals')
      .select(['type', 'category_id', 'amount', 'count'])
      .where('user_id', '=', user)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .where('type', '!=', 'uncounted')
      .$narrowType<{ type: Kind }>();
  return db
    .selectFrom(
      db
        .selectFrom('monthly_totals')
        .select(['type', 'category_id', 'amount', 'count'])
        .where('user_id', '=', user)
        .where('month', '>=', m1)
        .where('month', '<=', m2)
        .where('type', '!=', 'uncounted')
        .$narrowType<{ type: Kind }>()
        .unionAll(days(h1, h2))
        .unionAll(days(t1, t2))
        .as('parts'),
    )
    .select((expression) => [
      'type',
      'category_id',
      expression.fn.sum<number>('amount').as('amount'),
      expression.fn.sum<number>('count').as('count'),
    ])
    .groupBy(['type', 'category_id']);
});

/** Reads stored totals, so its cost does not grow with the number of transactions. */
export function sumTotals(db: Db, userId: string, range: Range): Promise<Total[]> {
  return sums(db, userId, ...partsOf(range));
}

// Each part is summed by itself, because SQLite takes three times as long to group the rows of a union.
const figureSums = prepared((db, user: string, ...[m1, m2, h1, h2, t1, t2]: Parts) => {
  const amount = (kind: Kind) => sql<number | null>`sum(amount) filter (where type = ${sql.lit(kind)})`;
  const figures = [
    amount('income').as('income'),
    amount('expense').as('expenses'),
    amount('opening').as('opening'),
    amount('transfer').as('transfers'),
    sql<number | null>`sum(count) filter (where type = 'opening')`.as('openingCount'),
    sql<number | null>`sum(count) filter (where type = 'transfer')`.as('transferCount'),
    sql<number | null>`sum(count) filter (where type not in ('transfer', 'uncounted'))`.as('count'),
  ] as const;
  const days = (from: string, to: string) =>
    db
      .selectFrom('daily_totals')
      .select(figures)
      .where('user_id', '=', user)
      .where('date', '>=', from)
      .where('date', '<=', to);
  return db
    .selectFrom('monthly_totals')
    .select(figures)
    .where('user_id', '=', user)
    .where('month', '>=', m1)
    .where('month', '<=', m2)
    .unionAll(days(h1, h2))
    .unionAll(days(t1, t2));
});

export async function sumFigures(db: Db, userId: string, range: Range): Promise<Figures> {
  const parts = await figureSums(db, userId, ...partsOf(range));
  const sum = (name: keyof (typeof parts)[number]) =>
    parts.reduce((total, part) => total + (part[name] ?? 0), 0);
  const income = sum('income');
  const expenses = sum('expenses');
  return {
    income,
    expenses,
    net: income - expenses,
    opening: sum('opening'),
    transfers: sum('transfers'),
    count: sum('count'),
    openingCount: sum('openingCount'),
    transferCount: sum('transferCount'),
  };
}

/** The totals of accounts in whole months, by kind; transfers are counted by their sides. */
export async function sumMonthsOfAccounts(
  db: Db,
  userId: string,
  accounts: readonly string[],
  [from, to]: readonly [string, string],
): Promise<Pick<Total, 'type' | 'amount' | 'count'>[]> {
  const sum = (expression: string) => sql<number>`coalesce(sum(${sql.raw(expression)}), 0)`;
  const [sums] = await db
    .selectFrom('account_totals')
    .select([
      sum('income').as('income'),
      sum('expenses').as('expenses'),
      sum('opening').as('opening'),
      sum('own_amount - income + expenses - opening').as('transfers'),
      sum('count - transfer_count').as('count'),
      sum('transfer_count').as('transferCount'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', 'in', accounts)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .execute();
  if (!sums) return [];
  return [
    { type: 'income', amount: sums.income, count: sums.count },
    { type: 'expense', amount: sums.expenses, count: 0 },
    { type: 'opening', amount: sums.opening, count: 0 },
    { type: 'transfer', amount: sums.transfers, count: sums.transferCount },
  ];
}

/** By month (`YYYY-MM`), only months with transactions. */
export async function figuresByMonth(db: Db, userId: string, from: string, to: string) {
  const months = Map.groupBy(await totalsByMonth(db, userId, from, to), ({ period }) => period);
  return new Map([...months].map(([month, totals]) => [month, figuresOf(totals)]));
}

export interface PeriodTotal {
  period: string;
  type: Kind;
  amount: number;
  count: number;
}

const countsOf = (others: 'uncounted'[] | ['transfer', 'uncounted']) =>
  prepared((db, user: string, from: string, to: string) =>
    db
      .selectFrom('daily_totals')
      .select((expression) => ['date', expression.fn.sum<number>('count').as('count')])
      .where('user_id', '=', user)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .where('type', 'not in', others)
      .groupBy('date')
      .orderBy('date', 'desc'),
  );

/** The latest day first, transfers counted once. */
export const countsByDay = countsOf(['uncounted']);

export const countsWithoutTransfers = countsOf(['transfer', 'uncounted']);

/** Only days with transactions. */
export const totalsByDay = prepared((db, user: string, from: string, to: string) =>
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
    .where('type', '!=', 'uncounted')
    .$narrowType<{ type: Kind }>()
    .groupBy(['date', 'type'])
    .orderBy('date'),
);

/** By month (`YYYY-MM`), only months with transactions. */
const totalsByMonth = prepared((db, user: string, from: string, to: string) =>
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
    .where('type', '!=', 'uncounted')
    .$narrowType<{ type: Kind }>()
    .groupBy(['month', 'type'])
    .orderBy('month'),
);

/** By day and category, which is empty for uncategorized; only days with expenses. */
export const expensesByDay = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('daily_totals')
    .select(['date as period', 'category_id', 'amount'])
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('type', '=', 'expense'),
);

/** As `expensesByDay`, by month (`YYYY-MM`). */
export const expensesByMonth = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('monthly_totals')
    .select(['month as period', 'category_id', 'amount'])
    .where('user_id', '=', user)
    .where('month', '>=', from)
    .where('month', '<=', to)
    .where('type', '=', 'expense'),
);

/** Opening balances and transfers do not count. */
export const findFirstDay = (db: Db, user: string, from = '') => findFirstDayFrom(db, user, from);

const findFirstDayFrom = prepared((db, user: string, from: string) =>
  db
    .selectFrom('daily_totals')
    .select('date')
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('type', 'not in', ['opening', 'transfer', 'uncounted'])
    .where('count', '>', 0)
    .orderBy('date')
    .limit(1),
);

/** The first day on which money came in, or from which an opening balance says what there was. */
export const findFirstMoney = prepared((db, user: string) =>
  db
    .selectFrom('daily_totals')
    .select('date')
    .where('user_id', '=', user)
    .where('type', 'in', ['opening', 'income'])
    .where('count', '>', 0)
    .orderBy('date')
    .limit(1),
);

/** Up to `to`, and whether only cards have transactions in them; opening balances and transfers do not count. */
export const findRecordedMonths = prepared((db, user: string, to: string) =>
  db
    .selectFrom('account_totals')
    .innerJoin('money_accounts', (join) =>
      join
        .onRef('money_accounts.user_id', '=', 'account_totals.user_id')
        .onRef('money_accounts.id', '=', 'account_totals.account_id'),
    )
    .select(['month', sql<number>`min(case when kind = 'credit_card' then 1 else 0 end)`.as('cards')])
    .where('account_totals.user_id', '=', user)
    .where('month', '<=', to)
    .where(sql<boolean>`(income <> 0 or expenses <> 0)`)
    .groupBy('month'),
);

export const findFirstMonth = prepared((db, user: string) =>
  db
    .selectFrom('monthly_totals')
    .select('month')
    .where('user_id', '=', user)
    .where('type', '!=', 'uncounted')
    .where('count', '>', 0)
    .orderBy('month')
    .limit(1),
);
