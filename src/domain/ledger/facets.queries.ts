import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { Facet } from './facets.ts';
import { OPENING } from './opening.ts';
import { COUNTED_COLUMNS } from './totals-changes.ts';

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

/** The columns that facets are derived from, for a range of days without opening balances. */
export const findFaceted = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(COUNTED_COLUMNS)
    .where('user_id', '=', user)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where((where) =>
      where.or([
        where('category_id', 'is', null),
        where('category_id', 'not in', [OPENING.income, OPENING.expense]),
      ]),
    ),
);

// The generated rows are few beside all, and have an index of their own: 0.05 ms beside 100,000 transactions, of which
// SQLite reads every one (220 ms) for `is not null`. The expression keeps it from choosing the index by date.
const dateOfOccurrence = sql<string>`date || ''`;

/** What recurring templates generated, in a range of days. */
export const findGenerated = prepared((db, user: string, from: string, to: string) =>
  db
    .selectFrom('transactions')
    .select(COUNTED_COLUMNS)
    .where('user_id', '=', user)
    .where('template_id', '>', '')
    .where(dateOfOccurrence, '>=', from)
    .where(dateOfOccurrence, '<=', to),
);
