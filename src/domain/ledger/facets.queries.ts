import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tables } from '../../db/tables.ts';
import { LIMITS } from '../analytics/sizes.ts';
import type { Facet } from './facets.ts';
import { isImported } from './imported.queries.ts';
import { accountsOf } from './of-accounts.queries.ts';
import { RESERVED } from './reserved-categories.ts';
import { COUNTED_COLUMNS } from './totals-changes.ts';
import { UNTIMED } from './untimed.ts';

const sumsOf = (facets: readonly Facet[]) =>
  prepared((db, user: string, from: string, to: string) =>
    db
      .selectFrom('monthly_facets')
      .select(({ fn }) => [
        'facet',
        'type',
        'value',
        fn.max('label').as('label'),
        fn.sum<number>('amount').as('amount'),
        fn.sum<number>('count').as('count'),
      ])
      .where('user_id', '=', user)
      .where('facet', 'in', facets)
      .where('month', '>=', from)
      .where('month', '<=', to)
      .groupBy(['facet', 'type', 'value']),
  );

const queries = new Map<string, ReturnType<typeof sumsOf>>();

/** By type and value; minor units. */
export function sumFacetsOfMonths(
  db: Db,
  userId: string,
  facets: readonly Facet[],
  [from, to]: [string, string],
): ReturnType<ReturnType<typeof sumsOf>> {
  const name = facets.join(' ');
  const query = queries.get(name) ?? sumsOf(facets);
  queries.set(name, query);
  return query(db, userId, from, to);
}

/** Expenses from recurring templates by month; minor units. */
export const recurringExpensesByMonth = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('monthly_facets')
    .select(['month', 'amount'])
    .where('user_id', '=', user)
    .where('facet', '=', 'recurring')
    .where('type', '=', 'expense')
    .where('value', '=', '1')
    .where('month', '>=', from)
    .where('month', '<=', to),
);

const isCounted = (where: ExpressionBuilder<Tables, 'transactions'>) =>
  where.or([where('category_id', 'is', null), where('category_id', 'not in', RESERVED)]);

/** Where accounts are named, all of them count. */
export const inBalance = (db: Db, user: string) => (where: ExpressionBuilder<Tables, 'transactions'>) =>
  accountsOf(db) === ''
    ? where('account_id', 'not in', (accounts) =>
        accounts
          .selectFrom('money_accounts')
          .select('id')
          .where('user_id', '=', user)
          .where('in_balance', '=', 0),
      )
    : where.and([]);

/** The columns that facets are derived from, for a range of days without opening balances and transfers. */
export const findFaceted = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(COUNTED_COLUMNS)
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where(isCounted),
);

/** Imported transactions in a range of days that still have the placeholder time. */
export const sumUntimed = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(({ fn }) => ['type', fn.sum<number>('amount').as('amount'), fn.countAll<number>().as('count')])
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('time', '=', UNTIMED)
    .where(isCounted)
    .where(inBalance(db, user))
    .where(isImported(db, user, 'transactions.id'))
    .groupBy('type'),
);

// The generated rows have an index of their own: a few of them take 0.05 ms beside 100,000 transactions, of which SQLite
// reads every one (220 ms) for `is not null`. The expression keeps it from choosing the index by date. They are summed
// here, because all of them may be generated, and others would wait while they arrive.
const generatedRows = (db: Db, user: string, from: string, to: string) => {
  const dateOfOccurrence = sql<string>`date || ''`;
  return db
    .selectFrom('transactions')
    .where('user_id', '=', user)
    .where('template_id', '>', '')
    .where(dateOfOccurrence, '>=', from)
    .where(dateOfOccurrence, '<=', to)
    .where(isCounted)
    .where(inBalance(db, user));
};

const generated = (db: Db, user: string, from: string, to: string) =>
  generatedRows(db, user, from, to).select(({ fn }) => [
    'type',
    fn.sum<number>('amount').as('amount'),
    fn.countAll<number>().as('count'),
  ]);

/** The expenses that recurring templates generated in a range of days, and the first day of each template. */
export const findGeneratedExpenses = prepared((db, user: string, from: string, to: string) =>
  generatedRows(db, user, from, to)
    .where('type', '=', 'expense')
    .select((row) => [
      'date',
      'amount',
      row
        .selectFrom('transactions as earlier')
        .select(({ fn }) => fn.min<string>('earlier.date').as('date'))
        .where('earlier.user_id', '=', user)
        .whereRef('earlier.template_id', '=', 'transactions.template_id')
        .as('begins'),
    ])
    .$narrowType<{ begins: string }>(),
);

/** Single expenses from a day on, of the amounts that recurring templates generated in a range of days. */
export const findSingleOfAmounts = prepared((db, user: string, since: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(['date', 'amount'])
    .where('user_id', '=', user)
    .where('type', '=', 'expense')
    .where('amount', 'in', generatedRows(db, user, from, to).where('type', '=', 'expense').select('amount'))
    .where('date', '>=', since)
    .where('template_id', 'is', null)
    .where(isCounted)
    .where(inBalance(db, user)),
);

/** What recurring templates generated in a range of days, by day. */
export const sumGeneratedByDay = prepared((db, user: string, from: string, to: string) =>
  generated(db, user, from, to).select('date').groupBy(['date', 'type']),
);

export const hour = sql<string>`substr(time, 1, 2)`;

/** As `limitBelow`. */
export const limit = sql<string>`case ${sql.join(
  LIMITS.toReversed().map((least) => sql`when amount >= ${sql.lit(least)} then ${sql.lit(String(least))}`),
  sql` `,
)} else '0' end`;

/** What recurring templates generated in a range of days, by hour and size. */
export const sumGeneratedByFacets = prepared((db, user: string, from: string, to: string) =>
  generated(db, user, from, to)
    .select([hour.as('hour'), limit.as('size')])
    .groupBy([hour, limit, 'type']),
);
