import { type RawBuilder, sql } from 'kysely';
import { chunksOf, insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type {
  BudgetAmountRow,
  BudgetRow,
  CategoryRow,
  GoalRow,
  TemplateRow,
  TransactionRow,
} from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { later } from '../instants.ts';
import { BATCH_SIZE, type Batch, cutIntoBatches } from '../long-work/long-work.queries.ts';
import { phaseKey, type Template, templateOfKey } from '../recurring/templates/phases.ts';
import { PAID_AT_ONCE } from '../transactions/fields.ts';
import { isMoved, type Moved } from './moved.queries.ts';
import { type Deletion, type Owned, type RestorableCategory, UNDO_FOR } from './removed.ts';

export interface TrashedTemplate {
  template: Template;
  skipped: string[];
  /** Of a changed one: the dates that are skipped since instead of others. Missing for a deleted, ended or paused one. */
  moved?: string[];
}

/** Dates of a template that were skipped in a deletion; some had no transaction to delete. */
interface TrashedSkips {
  templateId: string;
  dates: string[];
}

export interface RestorableTemplate extends TrashedTemplate {
  deletedAt: string;
}

export interface TrashedTransaction extends TransactionRow {
  /** The `updated_at` that a change set; missing for a deleted one. */
  changed_at?: string;
}

export async function trashTransactions(
  tx: Tx,
  rows: readonly TrashedTransaction[],
  deletion: Deletion,
): Promise<void> {
  await insertTrashed(
    tx,
    rows.map((row) => ({
      user_id: row.user_id,
      batch_id: deletion.id,
      id: row.id,
      category_id: row.category_id,
      content: JSON.stringify(row),
      deleted_at: deletion.deletedAt,
    })),
  );
}

const insertTrashed = insertRows(
  'deleted_transactions',
  ['user_id', 'batch_id', 'id', 'category_id', 'content', 'deleted_at'],
  // The same row can come twice: deleted, restored under its old id and deleted again within one deletion.
  (insert) => insert.onConflict((conflict) => conflict.doNothing()),
);

export async function trashTemplate(
  owned: Owned,
  trashed: TrashedTemplate,
  deletion: Deletion,
): Promise<void> {
  await insertTrashedTemplate(owned, trashed.template, trashed, deletion)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Puts skipped dates into the trash, so that undoing the deletion unskips them. */
export async function trashSkips(owned: Owned, skips: TrashedSkips, deletion: Deletion): Promise<void> {
  // Not under the template's id: the template itself was not deleted.
  await insertTrashedTemplate(owned, { id: deletion.id, category_id: null }, skips, deletion).execute();
}

/** Notes that an account was archived, so that undoing that reopens it. */
export async function trashArchived(owned: Owned, account: string, deletion: Deletion): Promise<void> {
  await insertTrashedTemplate(
    owned,
    { id: account, category_id: null },
    { archived: account },
    deletion,
  ).execute();
}

function insertTrashedTemplate(
  { tx, userId: user_id }: Owned,
  { id, category_id }: Pick<TemplateRow, 'id' | 'category_id'>,
  content: object,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
) {
  return tx
    .insertInto('deleted_templates')
    .values({ user_id, batch_id, id, category_id, content: JSON.stringify(content), deleted_at });
}

/**
 * Puts a category into the trash before its transactions and templates are moved to `movedTo`, and updates it at the
 * end.
 */
export async function trashCategory(
  { tx }: Owned,
  category: CategoryRow,
  movedTo: string | null,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  const { user_id, id } = category;
  const content = JSON.stringify(category);
  await tx
    .insertInto('deleted_categories')
    .values({ user_id, batch_id, id, moved_to: movedTo, content, deleted_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'batch_id', 'id']).doUpdateSet({ content }))
    .execute();
}

/** Moves those of these transactions in the trash back that the deletion of their category moved; returns their ids. */
export async function moveTrashBack(tx: Tx, moved: Moved, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('deleted_transactions')
    .set({ category_id: moved.categoryId })
    .where('user_id', '=', moved.userId)
    .where('id', 'in', ids)
    .where(isMoved(tx, 'deleted_transactions', moved))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function moveTrashedTemplatesBack(
  tx: Tx,
  moved: Moved,
  keys: ReadonlySet<string>,
): Promise<void> {
  await tx
    .updateTable('deleted_templates')
    .set({ category_id: moved.categoryId })
    .where('user_id', '=', moved.userId)
    .where(isMoved(tx, 'deleted_templates', moved))
    .execute();
  await rewriteTrashed(tx, moved.userId, [...keys].map(templateOfKey), ({ template, ...others }) => ({
    ...others,
    template: {
      ...template,
      earlier: template.earlier.map((phase) =>
        keys.has(phaseKey(template.id, phase)) && moved.categories.includes(phase.category_id ?? '')
          ? { ...phase, category_id: moved.categoryId }
          : phase,
      ),
    },
  }));
}

/** Removes unskipped dates from the template's entries in the trash, so that undoing a pause leaves them unskipped. */
export function forgetSkips(
  { tx, userId }: Owned,
  templateId: string,
  dates: readonly string[],
): Promise<void> {
  return rewriteTrashed(tx, userId, [templateId], (trashed) => ({
    ...trashed,
    skipped: trashed.skipped.filter((date) => !dates.includes(date)),
  }));
}

/** Moves dates of a template in the trash, so that what is restored stands where its series is now. */
export async function moveTrashedDates(
  { tx, userId }: Owned,
  templateId: string,
  moves: ReadonlyMap<string, string>,
): Promise<void> {
  if (moves.size === 0) return;
  const moved = (dates: readonly string[]) => dates.map((date) => moves.get(date) ?? date);
  for (const table of ['deleted_transactions', 'deleted_templates'] as const) {
    const query = tx.selectFrom(table).selectAll().where('user_id', '=', userId);
    for (const row of await query.where('content', 'like', `%${templateId}%`).execute()) {
      const trashed: TransactionRow | TrashedTemplate | TrashedSkips = JSON.parse(row.content);
      if ('occurrence_date' in trashed)
        trashed.occurrence_date = moves.get(trashed.occurrence_date ?? '') ?? trashed.occurrence_date;
      else if ('dates' in trashed) trashed.dates = moved(trashed.dates);
      else trashed.skipped = moved(trashed.skipped);
      await setContent(tx, table, row, trashed);
    }
  }
}

async function rewriteTrashed(
  tx: Tx,
  userId: string,
  templateIds: readonly string[],
  change: (trashed: TrashedTemplate) => TrashedTemplate,
): Promise<void> {
  if (templateIds.length === 0) return;
  const query = tx.selectFrom('deleted_templates').selectAll().where('user_id', '=', userId);
  for (const row of await query.where('id', 'in', templateIds).execute())
    await setContent(tx, 'deleted_templates', row, change(JSON.parse(row.content)));
}

async function setContent(
  tx: Tx,
  table: TrashedRows,
  { user_id, batch_id, id }: Record<'user_id' | 'batch_id' | 'id', string>,
  content: object,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ content: JSON.stringify(content) })
    .where('user_id', '=', user_id)
    .where('batch_id', '=', batch_id)
    .where('id', '=', id)
    .execute();
}

export const TRASH = [
  'deleted_transactions',
  'deleted_templates',
  'deleted_categories',
  'deleted_accounts',
  'deleted_budgets',
] as const;

/** Whether a deletion is the person's, and its time to be undone is not over. */
export function isRestorable(userId: string, deletionId: string, now: Date): RawBuilder<boolean> {
  const after = later(now, -UNDO_FOR).toISOString();
  return sql`user_id = ${userId} and batch_id = ${deletionId} and deleted_at > ${after}`;
}

export function findTrashedBatches(db: Db, userId: string, deletionId: string, now: Date): Promise<Batch[]> {
  const isOfDeletion = isRestorable(userId, deletionId, now);
  const trashed = db.selectFrom('deleted_transactions').select('id').where(isOfDeletion);
  return cutIntoBatches(db, trashed.union(db.selectFrom('moved_rows').select('id').where(isOfDeletion)));
}

export async function isInTrash(db: Db, userId: string, deletionId: string, now: Date): Promise<boolean> {
  for (const table of TRASH) {
    const rows = db
      .selectFrom(table)
      .select('id')
      .where(isRestorable(userId, deletionId, now));
    if (await rows.limit(1).executeTakeFirst()) return true;
  }
  return false;
}

export async function findTrashed(
  { tx, userId }: Owned,
  deletionId: string,
  now: Date,
  most = BATCH_SIZE,
): Promise<(TrashedTransaction & { deletedAt: string })[]> {
  const rows = await tx
    .selectFrom('deleted_transactions')
    .select(['content', 'deleted_at'])
    .where(isRestorable(userId, deletionId, now))
    .limit(most)
    .execute();
  return rows.map(({ content, deleted_at }) => ({ ...JSON.parse(content), deletedAt: deleted_at }));
}

/**
 * Takes a deletion's transactions, or only `ids`, out of the trash, each with its current category. Rows that were
 * restored already or have expired are not returned.
 */
export async function takeTransactions(
  { tx, userId }: Owned,
  deletionId: string,
  now: Date,
  ids?: readonly string[],
): Promise<(TrashedTransaction & { deletedAt: string })[]> {
  // Only one of two concurrent restores gets the rows.
  let query = tx.deleteFrom('deleted_transactions').where(isRestorable(userId, deletionId, now));
  if (ids) query = query.where('id', 'in', ids);
  const rows = await query.returning(['content', 'category_id', 'deleted_at']).execute();
  return rows.map(({ content, category_id, deleted_at }) => ({
    // What an earlier version deleted lacks later columns.
    ...PAID_AT_ONCE,
    ...JSON.parse(content),
    category_id,
    deletedAt: deleted_at,
  }));
}

export async function takeTemplates(
  { tx, userId }: Owned,
  deletionId: string,
  now: Date,
): Promise<{ templates: RestorableTemplate[]; skips: TrashedSkips[]; archived: string[] }> {
  const rows = await tx
    .deleteFrom('deleted_templates')
    .where(isRestorable(userId, deletionId, now))
    .returning(['content', 'category_id', 'deleted_at'])
    .execute();
  const templates: RestorableTemplate[] = [];
  const skips: TrashedSkips[] = [];
  const archived: string[] = [];
  for (const { content, category_id, deleted_at } of rows) {
    const trashed: TrashedTemplate | TrashedSkips | { archived: string } = JSON.parse(content);
    if ('dates' in trashed) skips.push(trashed);
    else if ('archived' in trashed) archived.push(trashed.archived);
    else
      templates.push({ ...trashed, template: { ...trashed.template, category_id }, deletedAt: deleted_at });
  }
  return { templates, skips, archived };
}

/**
 * Forgets those of these deleted transactions that are taken back: undoing their deletion leaves them away. What a change
 * put into the trash stays there.
 */
export async function forgetTransactions(
  owned: Owned,
  ids: readonly string[],
  isTakenBack: (row: TransactionRow) => boolean,
): Promise<void> {
  const isForgotten = (content: string) => {
    const row: TrashedTransaction = JSON.parse(content);
    return row.changed_at === undefined && isTakenBack(row);
  };
  for (const { batch_id, id, content } of await findInTrash(owned, 'deleted_transactions', ids))
    if (isForgotten(content)) await deleteTrashed(owned, 'deleted_transactions', batch_id, [id]);
}

/** As `forgetTransactions`, with what they have generated and nobody has edited. */
export async function forgetTemplates(
  owned: Owned,
  ids: readonly string[],
  isTakenBack: (template: Template) => boolean,
): Promise<void> {
  for (const { batch_id, id, content } of await findInTrash(owned, 'deleted_templates', ids)) {
    const { template }: TrashedTemplate = JSON.parse(content);
    if (!isTakenBack(template)) continue;
    const { tx, userId } = owned;
    const query = tx.selectFrom('deleted_transactions').select('content').where('user_id', '=', userId);
    const rows = (await query.where('batch_id', '=', batch_id).execute()).map(
      (row): TransactionRow => JSON.parse(row.content),
    );
    const generated = rows.filter((row) => row.template_id === id && row.is_detached === null);
    await deleteTrashed(
      owned,
      'deleted_transactions',
      batch_id,
      generated.map((row) => row.id),
    );
    await deleteTrashed(owned, 'deleted_templates', batch_id, [id]);
  }
}

type TrashedRows = 'deleted_transactions' | 'deleted_templates';

async function findInTrash({ tx, userId }: Owned, table: TrashedRows, ids: readonly string[]) {
  const rows: { batch_id: string; id: string; content: string }[] = [];
  for (const chunk of chunksOf(ids)) {
    const query = tx.selectFrom(table).select(['batch_id', 'id', 'content']).where('user_id', '=', userId);
    rows.push(...(await query.where('id', 'in', chunk).execute()));
  }
  return rows;
}

async function deleteTrashed(
  { tx, userId }: Owned,
  table: TrashedRows,
  batch: string,
  ids: readonly string[],
): Promise<void> {
  for (const chunk of chunksOf(ids)) {
    const query = tx.deleteFrom(table).where('user_id', '=', userId).where('batch_id', '=', batch);
    await query.where('id', 'in', chunk).execute();
  }
}

export async function isTrashedSince(
  { tx }: Owned,
  { user_id, id }: Pick<TemplateRow, 'user_id' | 'id'>,
  instant: string,
): Promise<boolean> {
  const query = tx.selectFrom('deleted_templates').select('id').where('user_id', '=', user_id);
  const entries = query.where('id', '=', id).where('deleted_at', '>', instant).limit(1);
  return (await entries.executeTakeFirst()) !== undefined;
}

/**
 * A budget with its amounts, or a goal; `changed_at` is the `updated_at` that setting money aside gave it, missing for a
 * deleted one.
 */
type TrashedBudget =
  | { budget: BudgetRow; amounts: BudgetAmountRow[] }
  | { goal: GoalRow; changed_at?: string };

export async function trashBudget(
  { tx, userId: user_id }: Owned,
  trashed: TrashedBudget,
  { id: batch_id, deletedAt: deleted_at }: Deletion,
): Promise<void> {
  const { id } = 'goal' in trashed ? trashed.goal : trashed.budget;
  await tx
    .insertInto('deleted_budgets')
    .values({ user_id, batch_id, id, content: JSON.stringify(trashed), deleted_at })
    .execute();
}

export async function takeBudgets(
  { tx, userId }: Owned,
  deletionId: string,
  now: Date,
): Promise<TrashedBudget[]> {
  const rows = await tx
    .deleteFrom('deleted_budgets')
    .where(isRestorable(userId, deletionId, now))
    .returning('content')
    .execute();
  return rows.map(({ content }) => JSON.parse(content));
}

/** The trashed categories of a deletion; they stay in the trash until everything is restored. */
export async function findTrashedCategories(
  { tx, userId }: Owned,
  id: string,
  now: Date,
): Promise<RestorableCategory[]> {
  const rows = await tx
    .selectFrom('deleted_categories')
    .select(['content', 'moved_to', 'deleted_at'])
    .where(isRestorable(userId, id, now))
    .execute();
  return rows.map(({ content, moved_to, deleted_at }) => ({
    category: JSON.parse(content),
    movedTo: moved_to,
    deletion: { id, deletedAt: deleted_at },
  }));
}

export async function deleteTrashedCategories({ tx, userId }: Owned, deletionId: string): Promise<void> {
  await tx
    .deleteFrom('deleted_categories')
    .where('user_id', '=', userId)
    .where('batch_id', '=', deletionId)
    .execute();
}
