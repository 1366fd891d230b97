import { sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { prepared, preparedForRows } from '../../db/prepared.ts';
import type { SkippedDateRow, TemplateRow } from '../../db/tables.ts';
import type { Tx } from '../transact.ts';
import { couldBeId } from '../transactions/could-be-id.ts';

/** A person's templates, in the order they were made. */
export function findTemplates(db: Db, userId: string): Promise<TemplateRow[]> {
  return db.selectFrom('templates').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

export async function findTemplate(db: Db, userId: string, id: string): Promise<TemplateRow | undefined> {
  if (!couldBeId(id)) return undefined;
  return db
    .selectFrom('templates')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  await tx.insertInto('templates').values(row).execute();
}

export async function updateTemplate(tx: Tx, { user_id, id, ...changes }: TemplateRow): Promise<void> {
  await tx
    .updateTable('templates')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Writes a template as it is to be, whether it is there or not. */
export async function replaceTemplate(tx: Tx, row: TemplateRow): Promise<void> {
  const { user_id: _user, id: _id, ...changes } = row;
  await tx
    .insertInto('templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changes))
    .execute();
}

export async function deleteTemplate(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Gives the templates of a category to another one, or to none. */
export async function moveTemplates(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  await tx
    .updateTable('templates')
    .set({ category_id: to })
    .where('user_id', '=', userId)
    .where('category_id', '=', from)
    .execute();
}

/**
 * The templates of these people that have something to make at an instant. One question a person, sent together:
 * PostgreSQL, asked for several at once before it has statistics, reads all that there are.
 */
export const findDueOf = preparedForRows<{ user_id: string; now: string }, 'user_id' | 'now', TemplateRow>(
  ['user_id', 'now'],
  (db, people) =>
    people
      .map(({ user_id, now }) =>
        db.selectFrom('templates').selectAll().where('user_id', '=', user_id).where('due_at', '<=', now),
      )
      .reduce((all, one) => all.unionAll(one)),
);

/** The place of a template among all that are due. */
export type DuePlace = Pick<TemplateRow, 'user_id' | 'id'> & { due_at: string };

/** Whose templates have something to make at an instant, longest waiting first; after a place among them. */
export function findDue(db: Db, now: string, after: DuePlace, most: number): Promise<DuePlace[]> {
  return db
    .selectFrom('templates')
    .select(['due_at', 'user_id', 'id'])
    .$narrowType<{ due_at: string }>()
    .where('due_at', '<=', now)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('due_at', 'user_id', 'id'), '>', tuple(after.due_at, after.user_id, after.id)),
    )
    .orderBy('due_at')
    .orderBy('user_id')
    .orderBy('id')
    .limit(most)
    .execute();
}

const PROGRESS = ['user_id', 'id', 'generated_until', 'due_at'] as const;

/** Notes how far templates are. */
export const saveProgress = preparedForRows<TemplateRow, (typeof PROGRESS)[number], unknown>(
  PROGRESS,
  (db, rows) => {
    const values = rows.map((row) => sql`(${sql.join(PROGRESS.map((column) => row[column]))})`);
    // The names that both engines give to the columns of values.
    const reached = sql<{ column1: string; column2: string; column3: string; column4: string | null }>`
      (values ${sql.join(values)})`;
    return db
      .updateTable('templates')
      .from(reached.as('reached'))
      .set(({ ref }) => ({ generated_until: ref('reached.column3'), due_at: ref('reached.column4') }))
      .whereRef('templates.user_id', '=', 'reached.column1')
      .whereRef('templates.id', '=', 'reached.column2');
  },
);

/** The dates that these people's templates leave out. */
export const findSkippedOf = preparedForRows<{ user_id: string }, 'user_id', SkippedDateRow>(
  ['user_id'],
  (db, people) =>
    people
      .map(({ user_id }) => db.selectFrom('skipped_dates').selectAll().where('user_id', '=', user_id))
      .reduce((all, one) => all.unionAll(one)),
);

/** The dates that a person's templates leave out, in order. */
export const findSkipped = prepared((db, userId: string) =>
  db
    .selectFrom('skipped_dates')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('template_id')
    .orderBy('date'),
);

/** Leaves dates out for good; those of templates that are gone, and those that are left out already, count for nothing. */
export const insertSkipped = insertRows('skipped_dates', ['user_id', 'template_id', 'date'], (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
);

/** Which of these templates there are. */
export async function findKnown(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('templates')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Takes dates back among those that are made. */
export async function deleteSkipped(tx: Tx, { user_id, template_id, date }: SkippedDateRow): Promise<void> {
  await tx
    .deleteFrom('skipped_dates')
    .where('user_id', '=', user_id)
    .where('template_id', '=', template_id)
    .where('date', '=', date)
    .execute();
}

/** Gives a template the dates that another one leaves out from a day on. */
export async function copySkipped(
  tx: Tx,
  userId: string,
  { from, to, since }: { from: string; to: string; since: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('skipped_dates')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', from)
    .where('date', '>=', since)
    .execute();
  await insertSkipped(
    tx,
    rows.map((row) => ({ ...row, template_id: to })),
  );
}
