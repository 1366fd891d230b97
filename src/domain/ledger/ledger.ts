import type { Db } from '../../db/open.ts';
import type { CategoryRow, TemplateRow, TransactionRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { couldBeId, newId } from '../id.ts';
import { BATCH_SIZE } from '../long-work/long-work.queries.ts';
import { templateOfKey } from '../recurring/templates/phases.ts';
import { findTransactionsOf } from '../transactions/transactions.queries.ts';
import { hasTransactions } from './has-transactions.ts';
import { ImportUnderWay } from './import-under-way.ts';
import {
  addToTotals,
  type Counted,
  closeToOthers,
  deleteEmptyTotals,
  deleteTransactions,
  findInCategories,
  findMovedAmong,
  findSomeOf,
  hasTransactionsOf,
  insertTransactions,
  moveTransactions,
  raiseRevision,
  updateTransactions,
} from './ledger.queries.ts';
import {
  findMovedPhases,
  findMovedTemplates,
  findNoted,
  findRemoved,
  forgetMoved,
  forgetPassed,
  type Moved,
  noteGenerated,
  noteMoved,
} from './moved.queries.ts';
import { type Deletion, placesOf, type Removed } from './removed.ts';
import type { Change } from './totals-changes.ts';
import {
  deleteTrashedCategories,
  findTrashed,
  findTrashedCategories,
  isTrashedSince,
  moveTrashBack,
  moveTrashedTemplatesBack,
  type RestorableTemplate,
  rewriteTrashed,
  type TrashedSkips,
  type TrashedTemplate,
  type TrashedTransaction,
  takeFromTrash,
  trashCategory,
  trashKey,
  trashSkips,
  trashTemplate,
  trashTransactions,
} from './trash.queries.ts';

/** A move from some categories to another one, or to none, by a deletion of them. */
export interface Move {
  from: readonly string[];
  to: string | null;
  now: Date;
  deletion: Deletion;
}

export type { Deletion, RestorableTemplate, TrashedTemplate, TrashedTransaction };

/** A category that a deletion removed or hid, and the category that it moved its transactions to. */
export interface RestorableCategory {
  category: CategoryRow;
  movedTo: string | null;
  deletion: Deletion;
}

/**
 * The transactions of one person, locked until the database transaction ends, so that nobody else can write them. Only
 * `inLedger` opens a ledger, and transactions can be written only with one. It notes each row that it changes; the
 * totals are updated once the work is done.
 */
class Ledger {
  /** For reading, and for writing what is not a transaction. */
  readonly tx: Tx;
  readonly #userId: string;
  #changes: Change[] = [];

  constructor(tx: Tx, userId: string) {
    this.tx = tx;
    this.#userId = userId;
  }

  /** Adds rows, except those whose id, or template and date, exists already. Returns the added ones. */
  async insert(rows: readonly TransactionRow[]): Promise<TransactionRow[]> {
    this.#requireOwn(rows);
    const ids = new Set((await insertTransactions(this.tx, rows)).map(({ id }) => id));
    const added = rows.filter(({ id }) => ids.has(id));
    this.#note(added, 1);
    if (this.#changes.length >= NOTED_MOST) await updateTotals(this);
    return added;
  }

  /**
   * Updates existing rows, each to its own values; a missing row is an error.
   * @param undo puts the rows as they were into the trash, for `takeTransactions`
   */
  async update(rows: readonly TransactionRow[], undo?: Deletion): Promise<void> {
    this.#requireOwn(rows);
    const before = await findTransactionsOf(
      this.tx,
      this.#userId,
      rows.map(({ id }) => id),
    );
    if (before.length !== rows.length) throw new Error('Only transactions that are there can be updated.');
    await updateTransactions(this.tx, rows);
    const places = new Map(before.map(({ id, category_id }) => [id, category_id]));
    const placed = rows.filter(({ id, category_id }) => places.get(id) !== category_id);
    await this.forgetMoves(placed.map(({ id }) => id));
    if (undo) await this.#trashChanged(before, rows, undo);
    this.#note(before, -1);
    this.#note(rows, 1);
  }

  async #trashChanged(
    before: readonly TransactionRow[],
    after: readonly TransactionRow[],
    undo: Deletion,
  ): Promise<void> {
    const versions = new Map(after.map(({ id, updated_at }) => [id, updated_at]));
    const changed = before.map((row) => ({ ...row, changed_at: versions.get(row.id) ?? row.updated_at }));
    await trashTransactions(this.tx, changed, undo);
  }

  /**
   * Forgets what deletions of categories moved among these transactions or templates: they have been given another
   * category since, and the undo of such a deletion leaves them there.
   */
  async forgetMoves(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const { id, deletion } of await this.findRemoved())
      await forgetMoved(this.tx, { userId: this.#userId, deletion, categoryId: id }, ids);
  }

  /**
   * Deletes the rows of these ids that exist, and returns them.
   * @param deletion puts the rows into the trash, for `takeTransactions`
   */
  async delete(ids: readonly string[], deletion?: Deletion): Promise<TransactionRow[]> {
    const rows = await deleteTransactions(this.tx, this.#userId, ids.filter(couldBeId));
    if (deletion) await trashTransactions(this.tx, rows, deletion);
    this.#note(rows, -1);
    return rows;
  }

  /**
   * Deletes for good those of these rows that nobody has changed since, except occurrences of some templates.
   * @param versions the `updated_at` of each, by its id
   * @returns how many of them stay
   */
  async deleteUnchanged(
    versions: ReadonlyMap<string, string>,
    sparedTemplates: ReadonlySet<string>,
  ): Promise<number> {
    const rows = await findTransactionsOf(this.tx, this.#userId, [...versions.keys()]);
    const unchanged = rows.filter(
      ({ id, updated_at, template_id }) =>
        versions.get(id) === updated_at && !sparedTemplates.has(template_id ?? ''),
    );
    await this.delete(unchanged.map(({ id }) => id));
    if (this.#changes.length >= NOTED_MOST) await updateTotals(this);
    return rows.length - unchanged.length;
  }

  /** Whether a category has transactions. */
  hasTransactionsOf(categoryId: string): Promise<boolean> {
    return hasTransactionsOf(this.tx, this.#userId, categoryId);
  }

  /** Whether the person has any transaction after the changes so far. */
  async hasTransactions(): Promise<boolean> {
    await updateTotals(this);
    return hasTransactions({ db: this.tx, viewer: { id: this.#userId } });
  }

  /** Puts a category into the trash as it is now, before its transactions and templates are moved; again at their end. */
  trashCategory(category: CategoryRow, to: string | null, deletion: Deletion): Promise<void> {
    return trashCategory(this.tx, category, to, deletion);
  }

  /** Some transactions of these categories, at most as many as a batch has. */
  async findSomeOf(categories: readonly string[]): Promise<string[]> {
    // Rows that were changed before this belong to the totals that it reads.
    await updateTotals(this);
    return (await findSomeOf(this.tx, this.#userId, categories, BATCH_SIZE)).map(({ id }) => id);
  }

  /**
   * Moves those of these transactions that are in one of the categories `from` to another one, or to none, and notes that
   * for `moveBack`. Returns their number.
   */
  async move(ids: readonly string[], { from, to, now, deletion }: Move): Promise<number> {
    const rows = await findInCategories(this.tx, this.#userId, ids, from);
    await this.noteMoved(rows, deletion);
    await this.#moveTo(to, rows, now);
    return rows.length;
  }

  async #moveTo(to: string | null, rows: readonly Counted[], now: Date): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await moveTransactions(this.tx, this.#userId, ids, { to, now });
    for (const row of rows) {
      this.#changes.push({ row, sign: -1 });
      this.#changes.push({ row: { ...row, category_id: to }, sign: 1 });
    }
  }

  /** Notes that a deletion moves transactions or templates from their category. */
  async noteMoved(
    rows: readonly { id: string; category_id: string | null }[],
    { id: batch_id, deletedAt: deleted_at }: Deletion,
  ): Promise<void> {
    const user_id = this.#userId;
    await noteMoved(
      this.tx,
      rows.map(({ id, category_id }) => ({
        user_id,
        batch_id,
        category_id: category_id ?? '',
        id,
        deleted_at,
      })),
    );
  }

  /** Deletes what the totals have of a category that no transaction has any more. */
  async forgetCategory(id: string): Promise<void> {
    await updateTotals(this);
    await deleteEmptyTotals(this.tx, this.#userId, id);
  }

  /** The categories that were removed and can be restored; the latest first. */
  findRemoved(): Promise<Removed[]> {
    return findRemoved(this.tx, this.#userId);
  }

  /** What a deletion moved from a category, which has this type now, and nobody has moved elsewhere since. */
  async findMoved(
    { category, movedTo, deletion }: RestorableCategory,
    type: CategoryRow['type'],
  ): Promise<Moved> {
    const places = placesOf(await this.findRemoved(), { movedTo, deletion });
    return { userId: this.#userId, deletion, categoryId: category.id, type, places };
  }

  /**
   * Follows once the templates that a deletion moved are back: moves back those in the trash too, and notes what all of
   * them have generated since, which goes back with the transactions.
   */
  async noteGenerated(moved: Moved): Promise<void> {
    const phases = new Set(await findMovedPhases(this.tx, moved));
    await moveTrashedTemplatesBack(this.tx, moved, phases);
    const templates = await findMovedTemplates(this.tx, moved);
    const ids = [...templates.map(({ id }) => id), ...phases];
    await noteGenerated(this.tx, moved, [...new Set(ids.map(templateOfKey))]);
    const back = templates.filter(({ category_id }) => category_id === moved.categoryId);
    await this.#forget(moved, ids, [...back.map(({ id }) => id), ...phases]);
  }

  /** The ids of some of what a deletion moved from these categories, at most as many as a batch has, by category. */
  async findNoted(deletionId: string, categories: readonly string[]): Promise<Map<string, string[]>> {
    const noted = await findNoted(this.tx, this.#userId, { deletionId, categories }, BATCH_SIZE);
    const byCategory = new Map<string, string[]>();
    for (const { category_id, id } of noted)
      byCategory.set(category_id, [...(byCategory.get(category_id) ?? []), id]);
    return byCategory;
  }

  /**
   * Moves those of these transactions back to the category that a deletion moved from it, those in the trash too.
   * @returns the number of the others
   */
  async moveBack(moved: Moved, ids: readonly string[], now: Date): Promise<number> {
    const rows = await findMovedAmong(this.tx, moved, ids);
    await this.#moveTo(moved.categoryId, rows, now);
    const trashed = await moveTrashBack(this.tx, moved, ids);
    await this.#forget(moved, ids, [...rows.map(({ id }) => id), ...trashed]);
    return rows.length;
  }

  /** Forgets that a deletion moved these transactions or templates, of which some are back in its category. */
  async #forget(moved: Moved, ids: readonly string[], back: readonly string[]): Promise<void> {
    await forgetMoved(this.tx, moved, ids);
    await forgetPassed(this.tx, moved, await this.findRemoved(), back);
  }

  /** Forgets that a deletion moved these transactions from a category that no longer exists. */
  async forgetMoved(one: RestorableCategory, ids: readonly string[]): Promise<void> {
    const { category, deletion } = one;
    await forgetMoved(this.tx, { userId: this.#userId, deletion, categoryId: category.id }, ids);
  }

  /** Puts a template into the trash as it is, before a deletion removes or ends it. */
  trashTemplate(trashed: TrashedTemplate, deletion: Deletion): Promise<void> {
    return trashTemplate(this.tx, trashed, deletion);
  }

  /** Notes in the trash that dates were skipped, so that the undo of their deletion unskips them. */
  trashSkips(skips: TrashedSkips, deletion: Deletion): Promise<void> {
    return trashSkips(this.tx, this.#userId, skips, deletion);
  }

  /** Takes dates that are unskipped out of what the trash has of their template: undoing a pause leaves them unskipped. */
  forgetSkips(templateId: string, dates: readonly string[]): Promise<void> {
    return rewriteTrashed(this.tx, this.#userId, [templateId], (trashed) => ({
      ...trashed,
      skipped: trashed.skipped.filter((date) => !dates.includes(date)),
    }));
  }

  /** The transactions of a deletion in the trash, at most as many as a batch has. */
  findTransactions(
    deletionId: string,
    now: Date,
    limit = BATCH_SIZE,
  ): Promise<(TrashedTransaction & { deletedAt: string })[]> {
    return findTrashed(this.tx, trashKey(this.#userId, deletionId, now), limit);
  }

  /**
   * Takes the transactions of a deletion out of the trash to restore them, all or those of these ids: none if they were
   * restored already, or have expired.
   */
  async takeTransactions(
    deletionId: string,
    now: Date,
    ids?: readonly string[],
  ): Promise<TrashedTransaction[]> {
    const key = trashKey(this.#userId, deletionId, now);
    const trashed = await takeFromTrash<TrashedTransaction>(this.tx, 'deleted_transactions', key, ids);
    return trashed.map(({ content, category_id }) => ({ ...content, category_id }));
  }

  /** Takes its templates out of the trash in the same way, and the dates that it skipped. */
  async takeTemplates(
    deletionId: string,
    now: Date,
  ): Promise<{ templates: RestorableTemplate[]; skips: TrashedSkips[] }> {
    const key = trashKey(this.#userId, deletionId, now);
    const taken = await takeFromTrash<TrashedTemplate | TrashedSkips>(this.tx, 'deleted_templates', key);
    return {
      templates: taken.flatMap(({ content, category_id, deletedAt }) =>
        'template' in content
          ? [{ ...content, template: { ...content.template, category_id }, deletedAt }]
          : [],
      ),
      skips: taken.flatMap(({ content }) => ('dates' in content ? [content] : [])),
    };
  }

  /** Whether a later deletion has the template in the trash too. */
  isTrashedSince(template: Pick<TemplateRow, 'user_id' | 'id'>, instant: string): Promise<boolean> {
    return isTrashedSince(this.tx, template, instant);
  }

  /** The categories of a deletion in the trash. They stay there until everything is back. */
  async findCategories(deletionId: string, now: Date): Promise<RestorableCategory[]> {
    const key = trashKey(this.#userId, deletionId, now);
    return (await findTrashedCategories(this.tx, key)).map(({ deletedAt, ...category }) => ({
      ...category,
      deletion: { id: deletionId, deletedAt },
    }));
  }

  /** Takes them out of the trash once everything is back. */
  forgetCategories(deletionId: string): Promise<void> {
    return deleteTrashedCategories(this.tx, this.#userId, deletionId);
  }

  /** Closes the account to everything but an import and its undo, until it is opened again with null. */
  closeToOthers(importId: string | null): Promise<void> {
    return closeToOthers(this.tx, this.#userId, importId);
  }

  /** Updates the totals for the rows that have changed. */
  static async updateTotals(ledger: Ledger): Promise<void> {
    const changes = ledger.#changes;
    ledger.#changes = [];
    await addToTotals(ledger.tx, changes);
  }

  #note(rows: readonly TransactionRow[], sign: 1 | -1): void {
    for (const row of rows) this.#changes.push({ row, sign });
  }

  #requireOwn(rows: readonly TransactionRow[]): void {
    if (rows.some(({ user_id }) => user_id !== this.#userId))
      throw new Error('A ledger writes the transactions of one person.');
  }
}

const { updateTotals } = Ledger;

/** Changed rows that are in memory until the totals are updated. */
const NOTED_MOST = 10_000;

// The class itself is not exported, so that only `inLedger` can create one.
export type { Ledger };

/** A deletion at this instant. */
export function newDeletion(now: Date): Deletion {
  return { id: newId(now), deletedAt: now.toISOString() };
}

/** The open ledgers of each database transaction, by person. */
const openIn = new WeakMap<Tx, Map<string, Ledger>>();

/**
 * Opens the viewer's ledger for some work, all of it or nothing: first the person's revision is locked, so that
 * concurrent writers wait for each other without a deadlock; then the work runs; then what is derived from the changed
 * rows is updated. Within an open ledger it joins that one, within another database transaction it joins that.
 * @param work receives the ledger, and the context inside the database transaction
 * @throws ImportUnderWay (503) while the account is closed to everything but an import that is not `importId`
 */
export async function inLedger<Context extends { db: Db; viewer: { id: string }; importId?: string }, Result>(
  context: Context,
  work: (ledger: Ledger, inside: Context) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (tx) => {
    const { id } = context.viewer;
    const inside = { ...context, db: tx };
    const ledgers = openIn.get(tx) ?? new Map<string, Ledger>();
    const joined = ledgers.get(id);
    if (joined) return work(joined, inside);
    const openTo = await raiseRevision(tx, id);
    if (openTo !== null && openTo !== context.importId) throw new ImportUnderWay();
    const ledger = new Ledger(tx, id);
    openIn.set(tx, ledgers.set(id, ledger));
    try {
      const result = await work(ledger, inside);
      await updateTotals(ledger);
      return result;
    } finally {
      ledgers.delete(id);
    }
  });
}
