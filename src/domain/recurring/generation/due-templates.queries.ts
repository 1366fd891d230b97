import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { prepared, preparedForRows } from '../../../db/prepared.ts';
import type { TemplateRow } from '../../../db/tables.ts';
import type { Template } from '../templates/phases.ts';
import { withPhases } from '../templates/templates.queries.ts';

export async function findDueOf(db: Db, userId: string, now: string): Promise<Template[]> {
  return withPhases(db, userId, await findDueRows(db, userId, now));
}

const findDueRows = prepared((db, userId: string, now: string) =>
  db.selectFrom('templates').selectAll().where('user_id', '=', userId).where('due_at', '<=', now),
);

export type DuePosition = Pick<TemplateRow, 'user_id' | 'id'> & { due_at: string };

export function findDuePositions(
  db: Db,
  now: string,
  after: DuePosition,
  most: number,
): Promise<DuePosition[]> {
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

export const saveProgress = preparedForRows<TemplateRow, (typeof PROGRESS)[number], unknown>(
  PROGRESS,
  (db, rows) => {
    const values = rows.map((row) => sql`(${sql.join(PROGRESS.map((column) => row[column]))})`);
    // Both engines give the columns of `values` these names.
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
