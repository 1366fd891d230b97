import { isDeepStrictEqual } from 'node:util';
import type { GoalRow, TransactionRow } from '../../db/tables.ts';
import { personOf } from '../bank-files/carry-out/import-work.ts';
import { undoRestored } from '../bank-files/carry-out/undo.ts';
import type { Person } from '../bank-files/carry-out/write-lines.ts';
import { restoreBudgets } from '../budgets/budgets.ts';
import { categoryName } from '../categories/name.ts';
import { moveTransactionsBack, restoreCategories } from '../categories/restore.ts';
import type { Writing } from '../context.ts';
import { notFound } from '../error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  deleteTrashedCategories,
  findTrashed,
  findTrashedCategories,
  isTrashedSince,
  type RestorableTemplate,
  type TrashedTransaction,
  takeTemplates,
  takeTransactions,
} from '../ledger/trash.queries.ts';
import { endDeletion, readTrash } from '../ledger/trash.ts';
import { noteMovedToAccount } from '../ledger/trashed-accounts.queries.ts';
import { type Actor, type Plan, run, type Steps, type Work } from '../long-work/long-work.ts';
import {
  forgetDeletedInstallments,
  restoreDeletedInstallments,
} from '../money-accounts/cards/deleted-installments.ts';
import { reopenAccounts } from '../money-accounts/change.ts';
import { restoreAccounts } from '../money-accounts/remove.ts';
import { placeOccurrences } from '../recurring/generation/write-occurrences.ts';
import { unskip, unskipRestored } from '../recurring/occurrences/skip.ts';
import { localToday } from '../recurring/schedule/status.ts';
import { transferInCurrentAccounts } from '../recurring/templates/move-transfers.ts';
import { isMoving, phaseKey } from '../recurring/templates/phases.ts';
import { existingTemplates } from '../recurring/templates/read.ts';
import { isAsLeft, restoreTemplates, undoChange } from '../recurring/templates/remove.ts';
import { scan } from '../snapshot.ts';
import { nextVersion } from '../version.ts';
import { isShownAlone } from './installments.ts';
import { moveToCurrent, readCurrentAccounts } from './move-to-current.ts';
import { findSides, findTransactionsOf } from './transactions.queries.ts';

interface Others {
  series: string[];
  categories: number;
  named: string[];
  renamed: string[];
  /** How many budgets and goals. */
  budgets: number;
  /** The names of accounts, and how many transactions they got back. */
  accounts: string[];
  accountRows: number;
  /** The ids of series that were changed or deleted since, so that they and their transactions stay as they are. */
  left?: string[];
  /** Whether a series was changed, instead of deleted, ended or paused. */
  isSeriesChange?: true;
}

export interface Restored extends Others {
  restored: number;
  failed: number;
  moved: number;
}

/**
 * Restores a deletion, once and exactly as it was, with the templates that it removed or ended and the categories that
 * it removed, whose transactions move back. Transactions of a category that was deleted since get the one that its
 * others were moved to; those of a category whose type was changed get none.
 * @returns how many transactions were restored and how many could not be because their id is taken; the names of
 * templates; how many categories and their former names; the new names of those whose name was taken; how many
 * transactions moved back
 * @throws DomainError NOT_FOUND for a deletion that is unknown, another user's, already restored or expired, or whose
 * template has been changed or deleted since
 */
export async function restoreTransactions(context: Writing, undoId: string): Promise<Restored> {
  const plan = await planRestoring(context, undoId);
  const work = await run(context, plan);
  const { failed, moved, content } = work;
  const restored = restoredCount(work);
  const { series, categories, named, renamed, budgets, accounts, accountRows } = content;
  return { restored, failed, moved, series, categories, named, renamed, budgets, accounts, accountRows };
}

/** How many transactions came back, a transfer as one. */
export function restoredCount({ done, failed, content }: Counted): number {
  return failed > 0 ? done : Math.max(done - (content.transfers ?? 0), 0);
}

interface Counted {
  done: number;
  failed: number;
  content: Pick<Restoring, 'transfers'>;
}

export interface Restoring extends Others {
  undoId: string;
  subject?: Subject | undefined;
  isChange?: boolean | undefined;
  /** How many transfers are among its first transactions, each with two. */
  transfers?: number;
  /** When its transactions were deleted, if there are any. Work of an older version lacks both. */
  since?: string | undefined;
  person?: Person;
}

interface Subject {
  /** The description, if all its transactions have the same. */
  name: string;
  /** Whether they are occurrences of a template that has been deleted since. */
  isLeft: boolean;
}

/** Plans the restoring of a deletion and stops the deletion if it is still running. @throws DomainError NOT_FOUND */
export async function planRestoring(
  context: Writing,
  undoId: string,
): Promise<Plan<Restoring> & { kind: 'restore' }> {
  const batches = await scan(context, (inside) => readTrash(inside, undoId));
  return {
    kind: 'restore',
    deletionId: undoId,
    batches,
    async first(ledger, inside) {
      await endDeletion(ledger, inside, undoId);
      const others = await restoreOthers(ledger, { ...context, db: ledger.tx }, undoId);
      const trashed = await findTrashed(ledger, undoId, inside.now, batches.length > 1 ? 1 : undefined);
      return {
        undoId,
        ...others,
        ...(batches.length === 1 && { subject: await subjectOf(ledger, inside, trashed) }),
        isChange: trashed[0]?.changed_at !== undefined,
        transfers: countTransfers(trashed),
        since: trashed.find(({ changed_at }) => changed_at === undefined)?.deletedAt,
        person: personOf(context),
      };
    },
    steps: restoringSteps({ undoId }),
  };
}

/** Those of which both sides are there. */
function countTransfers(rows: readonly TransactionRow[]): number {
  const sides = rows.flatMap(({ transfer_id }) => transfer_id ?? []);
  return sides.length - new Set(sides).size;
}

async function subjectOf(
  ledger: Ledger,
  { viewer }: Actor,
  trashed: Awaited<ReturnType<typeof findTrashed>>,
): Promise<Subject | undefined> {
  const [first, ...others] = trashed;
  const isSame = first && others.every(({ description }) => description === first.description);
  if (!isSame) return undefined;
  const ids = trashed.flatMap(({ template_id }) => template_id ?? []);
  const existing = await existingTemplates({ viewer, db: ledger.tx }, trashed);
  const missingId = ids.find((id) => !existing.has(id));
  const template = missingId && { user_id: viewer.id, id: missingId };
  const isLeft = Boolean(template && (await isTrashedSince(ledger, template, first.deletedAt)));
  return { name: first.description, isLeft };
}

async function restoreOthers(ledger: Ledger, inside: Writing, undoId: string): Promise<Others> {
  const accounts = await restoreAccounts(ledger, inside, undoId);
  const categories = await findTrashedCategories(ledger, undoId, inside.now);
  const renamed = await restoreCategories(ledger, inside, categories);
  const { templates, skips, archived } = await takeTemplates(ledger, undoId, inside.now);
  const restorable: RestorableTemplate[] = [];
  const left: string[] = [];
  for (const trashed of templates) {
    const { template, ...others } = trashed;
    if (!(await isAsLeft(ledger, trashed))) {
      if (archived.length > 0) {
        left.push(template.id);
        continue;
      }
      // An account comes back without the series that have been changed since.
      if (accounts.accounts.length > 0 || templates.length > 1) continue;
      throw notFound();
    }
    const phases = template.earlier.map((phase) => ({ ...phase, id: phaseKey(template.id, phase) }));
    const [row = template] = await moveToCurrent(ledger, [template]);
    const earlier = await moveToCurrent(ledger, phases);
    const known = { ...row, earlier: earlier.map(({ id: _key, ...phase }) => phase) };
    const today = localToday(known, inside.now);
    const current = isMoving(known)
      ? transferInCurrentAccounts(known, await readCurrentAccounts(ledger), today)
      : known;
    if (current) restorable.push({ ...others, template: current });
  }
  const changed = restorable.filter(({ moved }) => moved !== undefined);
  await restoreTemplates(ledger.tx, restorable);
  for (const each of changed) await undoChange(ledger, each, inside.now);
  for (const { template } of restorable)
    for (const away of accounts.away) await placeOccurrences(ledger, template, away, inside.now);
  const active = restorable.filter(({ template }) => template.is_active === 1);
  const used = active.flatMap(({ template }) => [template.account_id, template.account_to]);
  const reopened = await reopenAccounts(ledger, new Set([...used, ...archived]), inside);
  const budgets = await restoreBudgets(ledger, inside, undoId, (goal) => goalInCurrentAccount(ledger, goal));
  await restoreDeletedInstallments(inside, undoId);
  for (const { templateId, dates } of skips) await unskip(ledger, inside, templateId, dates);
  return {
    accounts: [...accounts.accounts, ...reopened],
    accountRows: accounts.moved,
    series: restorable.map(({ template }) => template.name),
    categories: categories.length,
    budgets,
    named: categories.map(({ category }) => categoryName(category, inside.locale)),
    renamed,
    ...(left.length > 0 && { left }),
    ...(changed.length > 0 && { isSeriesChange: true }),
  };
}

export function restoringSteps({ undoId }: Pick<Restoring, 'undoId'>): Steps {
  const restore = async (ledger: Ledger, inside: Actor, work: Work, ids?: string[]) => {
    const trashed = await takeTransactions(ledger, undoId, inside.now, ids);
    if (trashed.length === 0) return { done: 0, failed: 0 };
    const { left = [] }: Partial<Restoring> = JSON.parse(work.content);
    const restorable = trashed.filter(({ template_id }) => !left.includes(template_id ?? ''));
    const rows = await moveToCurrent(ledger, restorable);
    const deleted = rows.filter(({ changed_at }) => changed_at === undefined);
    await unskipRestored(ledger.tx, deleted);
    const asDeleted = new Map(trashed.map((row) => [row.id, row]));
    const { length: restored } = await ledger.insert(deleted, asDeleted);
    const payments = deleted.filter(isShownAlone).map(({ id }) => id);
    await forgetDeletedInstallments({ db: ledger.tx, viewer: inside.viewer }, payments);
    const lost = await deleteCircular(ledger, inside, deleted);
    const done = restored - lost + (await changeBack(ledger, inside, rows, trashed));
    return { done, failed: trashed.length - done };
  };
  return {
    async batch(ledger, inside, ids, work) {
      const restored = await restore(ledger, inside, work, ids);
      const categories = await findTrashedCategories(ledger, undoId, inside.now);
      const { moved } = await moveTransactionsBack(ledger, inside, categories);
      return { ...restored, moved };
    },
    // What the deletion put into the trash or moved, and templates generated, after the batches were read.
    async last(ledger, inside, work) {
      const { done, failed } = await restore(ledger, inside, work);
      const { since, person }: Partial<Restoring> = JSON.parse(work.content);
      const undone = since && person ? await undoRestored(ledger, { since, person, now: inside.now }) : 0;
      const categories = await findTrashedCategories(ledger, undoId, inside.now);
      const { moved, found } = await moveTransactionsBack(ledger, inside, categories);
      if (found === 0) await deleteTrashedCategories(ledger, undoId);
      return { done: done - undone, failed: failed + undone, moved, more: found > 0 };
    },
  };
}

/**
 * Gives changed transactions their earlier values, except those changed again since; returns their number. One that is
 * exactly as it was has its version again: nothing has changed it.
 */
async function changeBack(
  ledger: Ledger,
  { viewer, now }: Actor,
  known: readonly TrashedTransaction[],
  trashed: readonly TrashedTransaction[],
): Promise<number> {
  const earlier = new Map(known.map((row) => [row.id, row]));
  const asTrashed = new Map(trashed.map((row) => [row.id, row]));
  const current = await findTransactionsOf(ledger.tx, viewer.id, [...earlier.keys()]);
  const circular = circularAmong(known);
  const rows = current.flatMap((row) => {
    const before: TrashedTransaction = earlier.get(row.id) ?? row;
    const { changed_at, ...values } = before;
    if (changed_at !== row.updated_at || circular.has(values.transfer_id ?? '')) return [];
    const isExact = isDeepStrictEqual(before, asTrashed.get(row.id));
    return [isExact ? values : { ...values, updated_at: nextVersion(row, now) }];
  });
  if (rows.length > 0) await ledger.update(rows);
  // An update forgets moves, and with them those that led here.
  await moveToCurrent(
    ledger,
    rows.flatMap(({ id }) => asTrashed.get(id) ?? []),
  );
  await deleteLeftSides(ledger, viewer.id, current, rows);
  return rows.length;
}

/** Transfers whose two accounts have become one are not restored; returns the number of their sides. */
async function deleteCircular(
  ledger: Ledger,
  { viewer }: Actor,
  restored: readonly TransactionRow[],
): Promise<number> {
  const transfers = [...new Set(restored.flatMap(({ transfer_id }) => transfer_id ?? []))];
  // The other side may have been restored before.
  const sides = await findSides(ledger.tx, viewer.id, transfers);
  const circular = circularAmong(sides);
  const ids = sides.filter(({ transfer_id }) => circular.has(transfer_id ?? '')).map(({ id }) => id);
  return (await ledger.delete(ids)).length;
}

/** The transfers among rows with both sides in one account. */
function circularAmong(rows: readonly TransactionRow[]): Set<string> {
  const sides = rows.filter(({ transfer_id }) => transfer_id !== null);
  const byAccount = Map.groupBy(sides, ({ transfer_id, account_id }) => `${transfer_id} ${account_id}`);
  return new Set(
    [...byAccount.values()].flatMap(([side, ...others]) =>
      others.length > 0 ? (side?.transfer_id ?? []) : [],
    ),
  );
}

/** A dissolved transfer leaves no side that joining had created. */
async function deleteLeftSides(
  ledger: Ledger,
  userId: string,
  before: readonly TransactionRow[],
  after: readonly TransactionRow[],
): Promise<void> {
  const kept = new Map(after.map(({ id, transfer_id }) => [id, transfer_id]));
  const left = before.flatMap(({ id, transfer_id }) => (kept.get(id) === null ? (transfer_id ?? []) : []));
  if (left.length === 0) return;
  const sides = await findSides(ledger.tx, userId, left);
  await ledger.delete(sides.map(({ id }) => id));
}

/** A goal in the account where its own is now, which undoing the removal of that moves too; in none without one. */
async function goalInCurrentAccount(ledger: Ledger, goal: GoalRow): Promise<GoalRow> {
  if (goal.account_id === null) return goal;
  const { current, passed } = (await readCurrentAccounts(ledger)).follow(goal.account_id);
  const noted = { id: goal.id, account_amount: null };
  for (const { deletion } of passed) await noteMovedToAccount(ledger, noted, deletion);
  return { ...goal, account_id: current };
}
