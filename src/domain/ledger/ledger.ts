import type { Db } from '../../db/open.ts';
import type { CategoryRow, TransactionRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { couldBeId, newId } from '../id.ts';
import { findTransactionsOf } from '../transactions/transactions.queries.ts';
import {
  addToTotals,
  deleteTransactions,
  insertTransactions,
  type Move,
  moveTotals,
  moveTransactions,
  moveTransactionsBack,
  raiseRevision,
  sumsOfMoved,
  updateTransactions,
} from './ledger.queries.ts';
import { findPlaces, forgetMoved, forgetPassed, type Moved, noteMoved } from './moved.queries.ts';
import type { Change } from './totals-changes.ts';
import {
  type Deletion,
  moveTrash,
  moveTrashBack,
  type TrashedTemplate,
  takeCategoriesFromTrash,
  takeFromTrash,
  trashCategory,
  trashKey,
  trashTemplate,
  trashTransactions,
} from './trash.queries.ts';

export type { Deletion, TrashedTemplate };

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
    return added;
  }

  /** Updates existing rows, each to its own values; a missing row is an error. */
  async update(rows: readonly TransactionRow[]): Promise<void> {
    this.#requireOwn(rows);
    const before = await findTransactionsOf(
      this.tx,
      this.#userId,
      rows.map(({ id }) => id),
    );
    if (before.length !== rows.length) throw new Error('Only transactions that are there can be updated.');
    await updateTransactions(this.tx, rows);
    this.#note(before, -1);
    this.#note(rows, 1);
  }

  /**
   * Deletes the rows of these ids that exist, and returns them.
   * @param deletion puts the rows into the trash, for `restore`
   */
  async delete(ids: readonly string[], deletion?: Deletion): Promise<TransactionRow[]> {
    const rows = await deleteTransactions(this.tx, this.#userId, ids.filter(couldBeId));
    if (deletion) await trashTransactions(this.tx, rows, deletion);
    this.#note(rows, -1);
    return rows;
  }

  /**
   * Puts a category into the trash as it is, before its transactions and templates are moved to another one, or to none;
   * those in the trash are moved at once.
   */
  async trashCategory(category: CategoryRow, to: string | null, deletion: Deletion): Promise<void> {
    await noteMoved(this.tx, this.#userId, category.id, deletion);
    await trashCategory(this.tx, category, to, deletion);
    await moveTrash(this.tx, this.#userId, { from: category.id, to });
  }

  /** Moves all transactions of a category to another one, or to none. Returns their number. */
  async moveCategory(move: Move): Promise<number> {
    // Rows that were changed before this belong to the totals that move.
    await settle(this);
    await moveTotals(this.tx, this.#userId, move);
    return moveTransactions(this.tx, this.#userId, move);
  }

  /** What a deletion moved from a category, which has this type now, and nobody has moved elsewhere since. */
  async findMoved(
    { category, movedTo, deletion }: RestorableCategory,
    type: CategoryRow['type'],
  ): Promise<Moved> {
    const { deletedAt } = deletion;
    const places = await findPlaces(this.tx, this.#userId, { movedTo, deletedAt });
    return { userId: this.#userId, deletion, categoryId: category.id, type, places };
  }

  /** Moves it back to the category, which exists again. Returns the number of transactions outside the trash. */
  async moveBack(moved: Moved, now: Date): Promise<number> {
    await settle(this);
    for (const { count, ...row } of await sumsOfMoved(this.tx, moved)) {
      this.#changes.push({ row, sign: -1, count });
      this.#changes.push({ row: { ...row, category_id: moved.categoryId }, sign: 1, count });
    }
    await moveTrashBack(this.tx, moved);
    const count = await moveTransactionsBack(this.tx, moved, now);
    await forgetPassed(this.tx, moved);
    return count;
  }

  /** Forgets what a deletion moved, once it is undone. */
  forgetMoved(deletionId: string): Promise<void> {
    return forgetMoved(this.tx, this.#userId, deletionId);
  }

  /** Puts a template into the trash as it is, before a deletion removes or ends it. */
  trashTemplate(trashed: TrashedTemplate, deletion: Deletion): Promise<void> {
    return trashTemplate(this.tx, trashed, deletion);
  }

  /**
   * Takes the transactions of a deletion out of the trash to restore them, all or those of these ids: none if they were
   * restored already, or have expired.
   */
  async takeTransactions(deletionId: string, now: Date, ids?: readonly string[]): Promise<TransactionRow[]> {
    const key = trashKey(this.#userId, deletionId, now);
    const trashed = await takeFromTrash<TransactionRow>(this.tx, 'deleted_transactions', key, ids);
    return trashed.map(({ content, category_id }) => ({ ...content, category_id }));
  }

  /** Takes its templates and categories out of the trash in the same way. */
  async takeOthers(deletionId: string, now: Date) {
    const key = trashKey(this.#userId, deletionId, now);
    const templates = await takeFromTrash<TrashedTemplate>(this.tx, 'deleted_templates', key);
    const categories = await takeCategoriesFromTrash(this.tx, key);
    return {
      templates: templates.map(({ content: { template, skipped }, category_id }) => ({
        template: { ...template, category_id },
        skipped,
      })),
      categories: categories.map(
        ({ deletedAt, ...category }): RestorableCategory => ({
          ...category,
          deletion: { id: deletionId, deletedAt },
        }),
      ),
    };
  }

  /** Updates the totals for the rows that have changed. */
  static async settle(ledger: Ledger): Promise<void> {
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

const { settle } = Ledger;

// The class itself is not exported, so that only `inLedger` can create one.
export type { Ledger };

/** A deletion at this instant. */
export function newDeletion(now: Date, id: string = newId(now)): Deletion {
  return { id, deletedAt: now.toISOString() };
}

/** The open ledgers of each database transaction, by person. */
const openIn = new WeakMap<Tx, Map<string, Ledger>>();

/**
 * Opens the viewer's ledger for a piece of work, all of it or nothing: first the person's revision is locked, so that
 * concurrent writers wait for each other without a deadlock; then the work runs; then what is derived from the changed
 * rows is updated. Within an open ledger it joins that one, within another database transaction it joins that.
 * @param work receives the ledger, and the context inside the database transaction
 */
export async function inLedger<Context extends { db: Db; viewer: { id: string } }, Result>(
  context: Context,
  work: (ledger: Ledger, inside: Context) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (tx) => {
    const { id } = context.viewer;
    const inside = { ...context, db: tx };
    const ledgers = openIn.get(tx) ?? new Map<string, Ledger>();
    const joined = ledgers.get(id);
    if (joined) return work(joined, inside);
    await raiseRevision(tx, id);
    const ledger = new Ledger(tx, id);
    openIn.set(tx, ledgers.set(id, ledger));
    try {
      const result = await work(ledger, inside);
      await settle(ledger);
      return result;
    } finally {
      ledgers.delete(id);
    }
  });
}
