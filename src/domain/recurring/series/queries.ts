import { insertRows } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../transact.ts';
import { COLUMNS } from '../../transactions/columns.ts';

/** Writes occurrences that are there, each as it is to be. */
export const updateOccurrences = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['user_id', 'id']).doUpdateSet(({ ref }) => ({
      type: ref('excluded.type'),
      amount: ref('excluded.amount'),
      description: ref('excluded.description'),
      category_id: ref('excluded.category_id'),
      time: ref('excluded.time'),
      timezone: ref('excluded.timezone'),
      transaction_datetime: ref('excluded.transaction_datetime'),
      notes: ref('excluded.notes'),
      search_text: ref('excluded.search_text'),
      updated_at: ref('excluded.updated_at'),
    })),
  ),
);

/** Which occurrences of a template: by the date they stand for, by the day they lie on, touched or not. */
export interface Range {
  templateId: string;
  /** The first date that they stand for. */
  from?: string;
  /** The dates that they stand for. */
  dates?: string[];
  /** They lie after this day. */
  after?: string;
  /** Only those that nobody has edited by themselves. */
  untouched?: boolean;
}

const of = (db: Db, userId: string, { templateId }: Range) =>
  db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId);

/** Occurrences in the order of the dates that they stand for. */
export function findOccurrences(db: Db, userId: string, range: Range): Promise<TransactionRow[]> {
  let query = of(db, userId, range);
  if (range.from !== undefined) query = query.where('occurrence_date', '>=', range.from);
  if (range.dates !== undefined) query = query.where('occurrence_date', 'in', range.dates);
  if (range.after !== undefined) query = query.where('date', '>', range.after);
  if (range.untouched) query = query.where('is_detached', 'is', null);
  return query.orderBy('occurrence_date').execute();
}

/** When the occurrences of a template are and were to be, and which of them were edited. */
export const findDated = prepared((db, userId: string, templateId: string) =>
  db
    .selectFrom('transactions')
    .select(['id', 'date', 'occurrence_date', 'is_detached'])
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId),
);

/** What somebody has to come of a template, soonest first. */
export function findUpcoming(db: Db, userId: string, range: Range, most: number): Promise<TransactionRow[]> {
  return of(db, userId, range)
    .where('date', '>', range.after ?? '')
    .orderBy('date')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** How many occurrences each template of a person has. */
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

/** Gives the occurrences of a template from a date on to another template, as they are. */
export async function handOver(
  tx: Tx,
  userId: string,
  { from, to, since }: { from: string; to: string; since: string },
): Promise<void> {
  await tx
    .updateTable('transactions')
    .set({ template_id: to })
    .where('user_id', '=', userId)
    .where('template_id', '=', from)
    .where('occurrence_date', '>=', since)
    .execute();
}
