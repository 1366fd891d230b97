import type { Db } from '../../../db/open.ts';
import type { TransactionRow } from '../../../db/tables.ts';

/** Local calendar dates, both included. */
export interface DateRange {
  from: string;
  to: string;
}

/** The sum of the occurrences in a range by type, in minor units. */
export function sumScheduled(
  db: Db,
  userId: string,
  { from, to }: DateRange,
): Promise<{ type: TransactionRow['type']; amount: number; count: number }[]> {
  return db
    .selectFrom('transactions')
    .select((expression) => [
      'type',
      expression.fn.sum<number>('amount').as('amount'),
      expression.fn.countAll<number>().as('count'),
    ])
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('template_id', 'is not', null)
    .groupBy('type')
    .execute();
}

/** The occurrences of one or all templates in a range, by date. */
export function findScheduled(
  db: Db,
  userId: string,
  { from, to }: DateRange,
  templateId?: string,
): Promise<TransactionRow[]> {
  const query = db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('date', '>=', from)
    .where('date', '<=', to);
  return (
    templateId === undefined
      ? query.where('template_id', 'is not', null)
      : query.where('template_id', '=', templateId)
  )
    .orderBy('date')
    .orderBy('time')
    .orderBy('id')
    .execute();
}

/** The latest occurrences of a template whose day is not after another, newest first by occurrence date, which is indexed. */
export function findPast(
  db: Db,
  userId: string,
  { templateId, until }: { templateId: string; until: string },
  limit: number,
): Promise<TransactionRow[]> {
  return (
    db
      .selectFrom('transactions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('template_id', '=', templateId)
      // With this condition SQLite reads only the rows of the template.
      .where('occurrence_date', '>=', '')
      .where('date', '<=', until)
      .orderBy('occurrence_date', 'desc')
      .limit(limit)
      .execute()
  );
}

/** The number and the sum of the occurrences of a template up to a day by type, in minor units. */
export function sumPast(
  db: Db,
  userId: string,
  { templateId, until }: { templateId: string; until: string },
): Promise<{ type: TransactionRow['type']; amount: number; count: number }[]> {
  return (
    db
      .selectFrom('transactions')
      .select((expression) => [
        'type',
        expression.fn.sum<number>('amount').as('amount'),
        expression.fn.countAll<number>().as('count'),
      ])
      .where('user_id', '=', userId)
      .where('template_id', '=', templateId)
      // Every occurrence has an occurrence date: with this condition SQLite reads only the rows of the template.
      .where('occurrence_date', '>=', '')
      .where('date', '<=', until)
      .groupBy('type')
      .execute()
  );
}

/** A number of transactions with the first and the last of their days; null where there are none. */
export interface Extent {
  count: number;
  first: string | null;
  last: string | null;
}

/** The extent of the occurrences of a template: all of them, or those after a day. */
export function findExtent(
  db: Db,
  userId: string,
  { templateId, after }: { templateId: string; after?: string },
): Promise<Extent> {
  const query = db
    .selectFrom('transactions')
    .select((expression) => [
      expression.fn.countAll<number>().as('count'),
      expression.fn.min('date').as('first'),
      expression.fn.max('date').as('last'),
    ])
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId);
  // Every occurrence has an occurrence date: with this condition SQLite reads only the rows of the template.
  return (
    after === undefined ? query.where('occurrence_date', '>=', '') : query.where('date', '>', after)
  ).executeTakeFirstOrThrow();
}
