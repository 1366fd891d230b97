import type { Db } from '../../db/open.ts';
import type { CategoryRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { moveBudgets } from '../budgets/move-category.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, invalid, notFound } from '../error.ts';
import { type Ledger, newDeletion } from '../ledger/ledger.ts';
import { movePayments, noteMoved } from '../ledger/moved.queries.ts';
import { forgetCategories, move, someOf } from '../ledger/moves.ts';
import type { Deletion } from '../ledger/removed.ts';
import { trashCategory } from '../ledger/trash.queries.ts';
import { findUnfinished } from '../long-work/long-work.queries.ts';
import { type Actor, BATCH_SIZE, type Batch, type Plan, run, type Steps } from '../long-work/long-work.ts';
import { findTemplatesOf, moveTemplates } from '../recurring/templates/templates.queries.ts';
import { scan } from '../snapshot.ts';
import { nextVersion } from '../version.ts';
import {
  countByCategory,
  deleteCategories,
  findBatchesOf,
  findCategories,
  findCategory,
  updateCategory,
} from './categories.queries.ts';
import { categoryName } from './name.ts';
import { requireVisible } from './read.ts';

export interface Removing {
  deletion: Deletion;
  ids: string[];
  to: string | null;
  /** The kind of request, and the category names in the person's language, for the message at the end. */
  as: 'deletion' | 'merge' | 'selection';
  from: string;
  into: string;
}

interface RemovalRequest {
  ids: string[];
  moveTo?: string | undefined;
  as?: 'merge' | 'selection';
}

/**
 * Plans to remove categories, or none of them if one is refused: the person's own are deleted, defaults are hidden.
 * Their transactions move first, to `moveTo` or to no category, then their templates. Trashed transactions follow when
 * they are restored.
 * @throws DomainError NOT_FOUND, or VALIDATION_ERROR for a target of the other type or the category itself
 */
export async function planRemoval(
  context: Reading,
  { ids: requested, moveTo, as }: RemovalRequest,
): Promise<Plan<Removing> & { kind: 'remove'; deletionId: string }> {
  const { db, viewer, locale } = context;
  const ids = [...new Set(requested)];
  const { rows, target } = await requireRemovable(db, viewer.id, ids, moveTo);
  const deletion = newDeletion(context.now);
  const content: Removing = {
    deletion,
    ids,
    to: target?.id ?? null,
    as: as ?? 'deletion',
    from: rows.map((row) => categoryName(row, locale)).join(', '),
    into: target ? categoryName(target, locale) : '',
  };
  return {
    kind: 'remove',
    deletionId: deletion.id,
    batches: await readBatches(context, ids),
    async first(ledger) {
      const { rows } = await requireRemovable(ledger.tx, viewer.id, ids, moveTo);
      for (const row of rows) await trashCategory(ledger, row, content.to, deletion);
      return content;
    },
    steps: removalSteps(content),
  };
}

/** Empty if the transactions fit into a single batch. */
async function readBatches(context: Reading, ids: string[]): Promise<Batch[]> {
  const counts = await countByCategory(context.db, context.viewer.id);
  const count = ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
  if (count <= BATCH_SIZE) return [];
  return scan(context, ({ db, viewer }) => findBatchesOf(db, viewer.id, ids));
}

/** Categories that are already being removed count as missing. */
async function requireRemovable(
  db: Db,
  userId: string,
  ids: string[],
  moveTo: string | undefined,
): Promise<{ rows: CategoryRow[]; target: CategoryRow | null }> {
  const removals = (await findUnfinished(db, userId)).filter(({ kind }) => kind === 'remove');
  const removing = new Set(removals.flatMap(({ content }) => (JSON.parse(content) as Removing).ids));
  const rows: CategoryRow[] = [];
  let target: CategoryRow | null = null;
  for (const id of ids) {
    if (removing.has(id)) throw notFound();
    const row = await requireVisible(db, userId, id);
    if (moveTo !== undefined) target = await requireTarget(db, row, moveTo);
    rows.push(row);
  }
  if (target && removing.has(target.id)) throw missingTarget();
  return { rows, target };
}

async function requireTarget(db: Db, row: CategoryRow, moveTo: string): Promise<CategoryRow> {
  if (moveTo === row.id) throw invalid({ field: 'moveTo', message: 'errors:moveToItself' });
  const target = await findCategory(db, row.user_id, moveTo);
  if (!target || target.is_hidden === 1) throw missingTarget();
  if (target.type !== row.type) throw invalid({ field: 'moveTo', message: 'errors:moveToType' });
  return target;
}

function missingTarget(): DomainError {
  return notFound([{ field: 'moveTo', message: 'errors:categoryMissing' }]);
}

export function removalSteps({ deletion, ids: from, to }: Removing): Steps {
  return {
    async batch(ledger, inside, ids) {
      await findPresent(ledger.tx, inside, { ids: from, to });
      return { moved: await move(ledger, ids, { from, to, now: inside.now, deletion }) };
    },
    async last(ledger, inside) {
      const present = await findPresent(ledger.tx, inside, { ids: from, to });
      // Transactions added to the categories after the batches were read.
      const ids = await someOf(ledger, from);
      if (ids.length > 0)
        return { moved: await move(ledger, ids, { from, to, now: inside.now, deletion }), more: true };
      for (const row of present) await disappear(ledger, inside, row, { deletion, to });
      return { done: present.length };
    },
  };
}

/** The categories that still exist. @throws DomainError if their target does not */
async function findPresent(
  tx: Tx,
  { viewer }: Actor,
  { ids, to }: Pick<Removing, 'ids' | 'to'>,
): Promise<CategoryRow[]> {
  const rows = await Promise.all(ids.map((id) => findCategory(tx, viewer.id, id)));
  const present = rows.filter((row) => row?.is_hidden === 0) as CategoryRow[];
  if (to !== null) for (const row of present) await requireTarget(tx, row, to);
  return present;
}

async function disappear(
  ledger: Ledger,
  { now }: Actor,
  row: CategoryRow,
  { deletion, to }: Pick<Removing, 'deletion' | 'to'>,
): Promise<void> {
  const { tx } = ledger;
  const { user_id, id } = row;
  const visible = (await findCategories(tx, user_id)).filter(({ is_hidden }) => is_hidden === 0);
  await moveBudgets(ledger, { from: id, to, visible });
  await trashCategory(ledger, row, to, deletion);
  await noteMoved(ledger, await findTemplatesOf(tx, user_id, id), deletion);
  await moveTemplates(tx, user_id, { from: id, to });
  await movePayments(ledger, { from: id, to, deletion });
  await forgetCategories(ledger, [id]);
  if (row.default_key === null) await deleteCategories(tx, user_id, [id]);
  else await updateCategory(tx, { ...row, is_hidden: 1, updated_at: nextVersion(row, now) });
}

/**
 * Deletes a category of the person's own, or hides a default; `moved` is the number of its transactions.
 * @throws DomainError as `planRemoval`, or CONFLICT (409) if it was stopped, or lost its target, and was not removed
 */
export async function removeCategory(
  context: Writing,
  id: string,
  moveTo?: string,
): Promise<{ moved: number; undoId: string }> {
  const plan = await planRemoval(context, { ids: [id], moveTo });
  const { done, moved } = await run(context, plan);
  if (done === 0) throw new DomainError('CONFLICT', 409, { message: 'errors:removalEnded' });
  return { moved, undoId: plan.deletionId };
}
