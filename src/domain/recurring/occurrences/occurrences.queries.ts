import { insertRows } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { SkippedDateRow, TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';

interface Filter {
  templateId?: string | undefined;
  from?: string | undefined;
  dates?: string[];
  /** Exclusive. */
  after?: string;
  until?: string;
  unedited?: boolean;
  /** Only what is income or an expense. */
  isCounted?: boolean;
}

// Every occurrence has an occurrence date; this condition makes SQLite read only the rows of the template.
const ANY_DATE = '';

function occurrencesOf(db: Db, userId: string, filter: Filter) {
  const { templateId, from, dates, after, until, unedited, isCounted } = filter;
  // The side of a transfer where money arrives has no date of its own.
  let query = db
    .selectFrom('transactions')
    .where('user_id', '=', userId)
    .where('occurrence_date', 'is not', null);
  query =
    templateId === undefined
      ? query.where('template_id', 'is not', null)
      : query.where('template_id', '=', templateId);
  if (from !== undefined) query = query.where('occurrence_date', '>=', from);
  if (dates !== undefined) query = query.where('occurrence_date', 'in', dates);
  if (after !== undefined) query = query.where('date', '>', after);
  if (until !== undefined) query = query.where('date', '<=', until);
  if (isCounted) query = query.where('transfer_id', 'is', null);
  return unedited ? query.where('is_detached', 'is', null) : query;
}

export function findOccurrences(db: Db, userId: string, filter: Filter): Promise<TransactionRow[]> {
  return occurrencesOf(db, userId, filter).selectAll().orderBy('occurrence_date').execute();
}

export function findByDay(db: Db, userId: string, filter: Filter, limit?: number): Promise<TransactionRow[]> {
  const query = occurrencesOf(db, userId, filter).selectAll().orderBy('date').orderBy('time').orderBy('id');
  return (limit === undefined ? query : query.limit(limit)).execute();
}

/** The latest occurrences up to a day, newest first by occurrence date, which is indexed. */
export function findPast(
  db: Db,
  userId: string,
  past: { templateId: string; until: string },
  limit: number,
): Promise<TransactionRow[]> {
  const query = occurrencesOf(db, userId, { ...past, from: ANY_DATE }).selectAll();
  return query.orderBy('occurrence_date', 'desc').limit(limit).execute();
}

/** In minor units. */
export function sumOccurrences(
  db: Db,
  userId: string,
  filter: Filter,
): Promise<{ type: TransactionRow['type']; amount: number; count: number }[]> {
  const from = filter.templateId === undefined ? undefined : ANY_DATE;
  return occurrencesOf(db, userId, { from, ...filter })
    .select(({ fn }) => ['type', fn.sum<number>('amount').as('amount'), fn.countAll<number>().as('count')])
    .groupBy('type')
    .execute();
}

export interface Extent {
  count: number;
  first: string | null;
  last: string | null;
}

export function findExtent(
  db: Db,
  userId: string,
  { templateId, after }: { templateId: string; after?: string },
): Promise<Extent> {
  const filter = after === undefined ? { templateId, from: ANY_DATE } : { templateId, after };
  return occurrencesOf(db, userId, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min('date').as('first'),
      fn.max('date').as('last'),
    ])
    .executeTakeFirstOrThrow();
}

export const findOccurrenceDates = prepared((db, userId: string, templateId: string) =>
  occurrencesOf(db, userId, { templateId }).select([
    'id',
    'date',
    'occurrence_date',
    'is_detached',
    'account_id',
  ]),
);

export async function countOccurrences(
  db: Db,
  userId: string,
  templateId?: string,
): Promise<Map<string, number>> {
  const rows = await occurrencesOf(db, userId, { templateId })
    .select(({ fn }) => ['template_id', fn.countAll<number>().as('count')])
    .groupBy('template_id')
    .execute();
  return new Map(rows.map(({ template_id, count }) => [template_id ?? '', count]));
}

export const findSkipped = prepared((db, userId: string) =>
  db
    .selectFrom('skipped_dates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('template_id')
    .orderBy('date'),
);

export async function findSkippedDates(db: Db, userId: string, templateId: string): Promise<string[]> {
  const query = db.selectFrom('skipped_dates').select('date').where('user_id', '=', userId);
  const rows = await query.where('template_id', '=', templateId).orderBy('date').execute();
  return rows.map(({ date }) => date);
}

/** Ignores dates that are already skipped. */
export const insertSkipped = insertRows('skipped_dates', ['user_id', 'template_id', 'date'], (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
);

export async function deleteSkipped(tx: Tx, { user_id, template_id, date }: SkippedDateRow): Promise<void> {
  await tx
    .deleteFrom('skipped_dates')
    .where('user_id', '=', user_id)
    .where('template_id', '=', template_id)
    .where('date', '=', date)
    .execute();
}
