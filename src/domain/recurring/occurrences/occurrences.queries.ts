import { insertRows } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { SkippedDateRow, TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';

/** Selects occurrences of a template by their occurrence date, their day, or whether they were edited. */
export interface Range {
  templateId: string;
  /** The first occurrence date. */
  from?: string;
  /** The occurrence dates. */
  dates?: string[];
  /** The day before the first one. */
  after?: string;
  /** Only occurrences that were not edited individually. */
  unedited?: boolean;
}

const occurrencesOf = (db: Db, userId: string, { templateId }: Range) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId);

/** Occurrences in the order of their occurrence dates. */
export function findOccurrences(db: Db, userId: string, range: Range): Promise<TransactionRow[]> {
  let query = occurrencesOf(db, userId, range);
  if (range.from !== undefined) query = query.where('occurrence_date', '>=', range.from);
  if (range.dates !== undefined) query = query.where('occurrence_date', 'in', range.dates);
  if (range.after !== undefined) query = query.where('date', '>', range.after);
  if (range.unedited) query = query.where('is_detached', 'is', null);
  return query.orderBy('occurrence_date').execute();
}

/** The dates of the occurrences of a template, and which of them were edited. */
export const findOccurrenceDates = prepared((db, userId: string, templateId: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'date', 'occurrence_date', 'is_detached'])
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId),
);

/** The upcoming occurrences of a template, soonest first. */
export function findUpcoming(db: Db, userId: string, range: Range, limit: number): Promise<TransactionRow[]> {
  return occurrencesOf(db, userId, range)
    .where('date', '>', range.after ?? '')
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The number of occurrences of each template of a person, or of one. */
export async function countOccurrences(
  db: Db,
  userId: string,
  templateId?: string,
): Promise<Map<string, number>> {
  let query = db
    .selectFrom('transactions')
    .select((expression) => ['template_id', expression.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('template_id', 'is not', null);
  if (templateId !== undefined) query = query.where('template_id', '=', templateId);
  const rows = await query.groupBy('template_id').execute();
  return new Map(rows.map(({ template_id, count }) => [template_id ?? '', count]));
}

/** The skipped dates of a person's templates, by template and date. */
export const findSkipped = prepared((db, userId: string) =>
  db
    .selectFrom('skipped_dates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('template_id')
    .orderBy('date'),
);

/** The skipped dates of one template, in order. */
export async function findSkippedDates(db: Db, userId: string, templateId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('skipped_dates')
    .select('date')
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId)
    .orderBy('date')
    .execute();
  return rows.map(({ date }) => date);
}

/** Dates that are skipped already stay as they are. */
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
