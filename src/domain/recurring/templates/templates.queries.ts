import { sql } from 'kysely';
import { insertRows } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { TemplateRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { couldBeId } from '../../id.ts';
import { isMoved, type Moved } from '../../ledger/moved.queries.ts';
import { CONTENT, phaseKey, RHYTHM, type Template } from './phases.ts';

export async function findTemplates(db: Db, userId: string): Promise<Template[]> {
  const query = db.selectFrom('templates').selectAll().where('user_id', '=', userId);
  return withPhases(db, userId, await query.orderBy('id').execute());
}

export async function findTemplate(db: Db, userId: string, id: string): Promise<Template | undefined> {
  if (!couldBeId(id)) return undefined;
  const query = db.selectFrom('templates').selectAll().where('user_id', '=', userId);
  return (await withPhases(db, userId, await query.where('id', '=', id).execute()))[0];
}

export async function withPhases(db: Db, userId: string, rows: readonly TemplateRow[]): Promise<Template[]> {
  const [first, ...others] = rows;
  if (!first) return [];
  const query = others.length === 0 ? findPhasesOf(db, userId, first.id) : findPhases(db, userId);
  const phases = Map.groupBy(await query, ({ template_id }) => template_id);
  return rows.map((row) => ({
    ...row,
    earlier: (phases.get(row.id) ?? []).map(({ user_id: _user, template_id: _template, ...phase }) => phase),
  }));
}

const findPhases = prepared((db, userId: string) =>
  db
    .selectFrom('template_phases')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('template_id')
    .orderBy('until'),
);

const findPhasesOf = prepared((db, userId: string, templateId: string) =>
  db
    .selectFrom('template_phases')
    .selectAll()
    .where('user_id', '=', userId)
    .where('template_id', '=', templateId)
    .orderBy('until'),
);

/** Their `updated_at` by id. */
export async function findVersions(db: Db, userId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('templates')
    .select(['id', 'updated_at'])
    .where('user_id', '=', userId)
    .execute();
  return new Map(rows.map(({ id, updated_at }) => [id, updated_at]));
}

export async function findExisting(db: Db, userId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('templates')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function saveTemplate(tx: Tx, { earlier, ...row }: Template): Promise<void> {
  const { user_id, id, ...changes } = row;
  await tx
    .insertInto('templates')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet(changes))
    .execute();
  await tx
    .deleteFrom('template_phases')
    .where('user_id', '=', user_id)
    .where('template_id', '=', id)
    .execute();
  await insertPhases(
    tx,
    earlier.map((phase) => ({ ...phase, user_id, template_id: id })),
  );
}

const insertPhases = insertRows(
  'template_phases',
  ['user_id', 'template_id', 'until', ...CONTENT, ...RHYTHM],
  (insert) => insert,
);

export async function deleteTemplate(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('templates').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** The ids of the templates in a category, and the keys of the phases in it. */
export async function findTemplatesOf(
  tx: Tx,
  userId: string,
  category_id: string,
): Promise<{ id: string; category_id: string }[]> {
  const rows = await tx
    .selectFrom('templates')
    .select('id')
    .where('user_id', '=', userId)
    .where('category_id', '=', category_id)
    .execute();
  const phases = await tx
    .selectFrom('template_phases')
    .select(['template_id', 'until'])
    .where('user_id', '=', userId)
    .where('category_id', '=', category_id)
    .execute();
  const keys = phases.map((phase) => phaseKey(phase.template_id, phase));
  return [...rows.map(({ id }) => id), ...keys].map((id) => ({ id, category_id }));
}

export async function hasTemplates(tx: Tx, userId: string, categoryId: string): Promise<boolean> {
  for (const table of TABLES) {
    const query = tx.selectFrom(table).select('user_id').where('user_id', '=', userId);
    if (await query.where('category_id', '=', categoryId).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

/** The categories of templates and of their phases. */
export async function findCategoriesOfTemplates(tx: Tx, userId: string): Promise<string[]> {
  const ids: string[] = [];
  for (const table of TABLES) {
    const query = tx.selectFrom(table).select('category_id').distinct().where('user_id', '=', userId);
    ids.push(...(await query.execute()).map(({ category_id }) => category_id ?? ''));
  }
  return ids;
}

const TABLES = ['templates', 'template_phases'] as const;

/** The transfers from or to an account, as they are or were. */
export async function findTransfersWith(tx: Tx, userId: string, account: string): Promise<string[]> {
  const ids = new Set<string>();
  for (const [table, id] of [
    ['templates', 'id'],
    ['template_phases', 'template_id'],
  ] as const) {
    const query = tx.selectFrom(table).select(sql<string>`${sql.ref(id)}`.as('id'));
    const rows = await query
      .where('user_id', '=', userId)
      .where('account_to', 'is not', null)
      .where(({ eb, or }) => or([eb('account_id', '=', account), eb('account_to', '=', account)]))
      .execute();
    for (const row of rows) ids.add(row.id);
  }
  return [...ids];
}

export async function moveTemplates(
  tx: Tx,
  userId: string,
  { from, to }: { from: string; to: string | null },
): Promise<void> {
  for (const table of TABLES)
    await tx
      .updateTable(table)
      .set({ category_id: to })
      .where('user_id', '=', userId)
      .where('category_id', '=', from)
      .execute();
}

export async function moveTemplatesBack(tx: Tx, moved: Moved): Promise<void> {
  for (const table of TABLES)
    await tx
      .updateTable(table)
      .set({ category_id: moved.categoryId })
      .where('user_id', '=', moved.userId)
      .where('type', '=', moved.type)
      .where(isMoved(tx, table, moved))
      .execute();
}
