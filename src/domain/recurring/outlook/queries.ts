import type { Db } from '../../../db/open.ts';
import type { TransactionRow } from '../../../db/tables.ts';

/** Days, `YYYY-MM-DD`, both included. */
export interface Window {
  from: string;
  to: string;
}

/** What templates have made for some days, of each type; `amount` in minor units. */
export function sumOccurrences(
  db: Db,
  userId: string,
  { from, to }: Window,
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

/** What templates have made for some days, in the order in which they lie; of one template or of all. */
export function findComing(
  db: Db,
  userId: string,
  { from, to }: Window,
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

/** The latest that a template has made for dates up to a day, newest first; by dates, because those are indexed. */
export function findMade(
  db: Db,
  userId: string,
  { templateId, until }: { templateId: string; until: string },
  most: number,
): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId)
    .where('occurrence_date', '<=', until)
    .orderBy('occurrence_date', 'desc')
    .limit(most)
    .execute();
}

/** How many transactions, and the days of the first and the last; null where there are none. */
export interface Extent {
  count: number;
  first: string | null;
  last: string | null;
}

/** How much a template has made: all of it, or what lies after a day. */
export function measureOccurrences(
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
  // Every occurrence stands for a date: asked for by it, SQLite reads those of the template and no others.
  return (
    after === undefined ? query.where('occurrence_date', '>=', '') : query.where('date', '>', after)
  ).executeTakeFirstOrThrow();
}
