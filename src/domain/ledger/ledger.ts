import type { Db } from '../../db/open.ts';
import type { TransactionRow } from '../../db/tables.ts';
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
  raiseRevision,
  updateTransactions,
} from './ledger.queries.ts';
import { UNDO_FOR } from './schema.ts';
import type { Change } from './totals-changes.ts';
import {
  type Deletion,
  type TrashedTemplate,
  takeFromTrash,
  trashTemplate,
  trashTransactions,
} from './trash.queries.ts';

export type { Deletion, TrashedTemplate };

/**
 * One person's transactions, held until the database transaction ends: nobody else writes them meanwhile. Only
 * `inLedger` opens one, and only with one can transactions be written. It remembers each row that it changes; the
 * totals follow once the work is done.
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

  /** Adds rows, but for those whose id, or date of a template, is taken. Gives those that came in. */
  async insert(rows: readonly TransactionRow[]): Promise<TransactionRow[]> {
    this.#requireOwn(rows);
    const ids = new Set((await insertTransactions(this.tx, rows)).map(({ id }) => id));
    const added = rows.filter(({ id }) => ids.has(id));
    this.#note(added, 1);
    return added;
  }

  /** Writes rows that are there, each as it is to be; one that is not there is an error. */
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
   * Deletes what is there of these ids and gives it back once more.
   * @param deletion keeps the rows in the trash, for `restore`
   */
  async delete(ids: readonly string[], deletion?: Deletion): Promise<TransactionRow[]> {
    const rows = await deleteTransactions(this.tx, this.#userId, ids.filter(couldBeId));
    if (deletion) await trashTransactions(this.tx, rows, deletion);
    this.#note(rows, -1);
    return rows;
  }

  /** Gives all transactions of a category to another one, or to none. Gives their number. */
  async moveCategory(move: Move): Promise<number> {
    // What has changed so far is part of what moves.
    await settle(this);
    await moveTotals(this.tx, this.#userId, move);
    return moveTransactions(this.tx, this.#userId, move);
  }

  /** Keeps a template as it is in the trash, before a deletion takes or ends it. */
  trashTemplate(trashed: TrashedTemplate, deletion: Deletion): Promise<void> {
    return trashTemplate(this.tx, trashed, deletion);
  }

  /** Takes a deletion out of the trash, to restore it: whoever comes second gets nothing, nor who comes too late. */
  async takeFromTrash(deletionId: string, now: Date) {
    const after = new Date(now.getTime() - UNDO_FOR).toISOString();
    const key = { userId: this.#userId, deletionId, after };
    return {
      transactions: await takeFromTrash<TransactionRow>(this.tx, 'deleted_transactions', key),
      templates: await takeFromTrash<TrashedTemplate>(this.tx, 'deleted_templates', key),
    };
  }

  /** Brings the totals up to date with the rows that have changed. */
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

// The class itself stays here, so that nobody can make one.
export type { Ledger };

/** A deletion of this moment. */
export function newDeletion(now: Date, id: string = newId(now)): Deletion {
  return { id, deletedAt: now.toISOString() };
}

/** Whose ledgers are open in a database transaction. */
const openIn = new WeakMap<Tx, Map<string, Ledger>>();

/**
 * Opens the viewer's ledger for a piece of work, all of it or nothing: their revision first, so that two who write wait
 * for each other and never in a circle; then the work; then what is derived from the rows that it changed. Within an
 * open ledger it joins that one, within another database transaction it joins that.
 * @param work gets the ledger, and the context inside the database transaction
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
