import type { Db } from '../../db/open.ts';
import type { AccountRow, TransactionRow } from '../../db/tables.ts';
import { inTransaction, type Tx } from '../../db/transact.ts';
import { BUSY_SECONDS, DomainError } from '../error.ts';
import { newId } from '../id.ts';
import { findTransactionsOf } from '../transactions/transactions.queries.ts';
import { noteMergeSinceCheck, noteSinceChecks } from './checked.queries.ts';
import { totalOf } from './figures.ts';
import {
  addToTotals,
  type Counted,
  closeToOthers,
  deleteTotalsOfAccount,
  deleteTransactions,
  findRevision,
  insertTransactions,
  moveToAccount,
  moveTransactions,
  type RowsOfAccount,
  raiseRevision,
  raiseRevisions,
  recount,
  updateTransactions,
} from './ledger.queries.ts';
import { forgetMoves } from './moved.queries.ts';
import type { Deletion } from './removed.ts';
import { sumFigures } from './totals.queries.ts';
import type { Change } from './totals-changes.ts';
import { trashTransactions } from './trash.queries.ts';
import { findUncounted } from './uncounted.queries.ts';

/** Rows as they were, and as they are. */
interface Written {
  before: TransactionRow[];
  after: TransactionRow[];
}

/**
 * The transactions of one person, locked until the database transaction ends. Only `inLedger` opens a ledger, and only
 * a ledger writes transactions. It collects the changed rows and updates the totals at the end.
 */
class Ledger {
  /** For reading, and for writing anything but transactions. */
  readonly tx: Tx;
  readonly userId: string;
  #changes: Change[] = [];
  #watched: Written | null = null;

  constructor(tx: Tx, userId: string) {
    this.tx = tx;
    this.userId = userId;
  }

  /**
   * Skips rows whose id, or template and date, already exists; returns the added ones.
   * @param trashed what those were that come back, by their ids
   */
  async insert(
    rows: readonly TransactionRow[],
    trashed?: ReadonlyMap<string, TransactionRow & { deletedAt: string }>,
  ): Promise<TransactionRow[]> {
    this.#requireOwn(rows);
    const ids = new Set((await insertTransactions(this.tx, rows)).map(({ id }) => id));
    const added = rows.filter(({ id }) => ids.has(id));
    if (trashed)
      await noteSinceChecks(
        this.tx,
        this.userId,
        added.flatMap((after) => {
          const before = trashed.get(after.id);
          return before ? { before, deletedAt: before.deletedAt, after } : [];
        }),
      );
    this.#note(added, 1);
    if (this.#changes.length >= NOTED_MOST) await this.updateTotals();
    return added;
  }

  /**
   * Updates existing rows; a missing one is an error.
   * @param undo puts the rows as they were into the trash, for `takeTransactions`
   */
  async update(rows: readonly TransactionRow[], undo?: Deletion): Promise<void> {
    this.#requireOwn(rows);
    const before = await findTransactionsOf(
      this.tx,
      this.userId,
      rows.map(({ id }) => id),
    );
    if (before.length !== rows.length) throw new Error('Only transactions that are there can be updated.');
    await updateTransactions(this.tx, rows);
    const categoriesBefore = new Map(before.map(({ id, category_id }) => [id, category_id]));
    const recategorised = rows.filter(({ id, category_id }) => categoriesBefore.get(id) !== category_id);
    await forgetMoves(
      this,
      recategorised.map(({ id }) => id),
    );
    if (undo) await this.#trashChanged(before, rows, undo);
    const versions = new Map(before.map((row) => [row.id, row]));
    await noteSinceChecks(
      this.tx,
      this.userId,
      rows.map((after) => ({ before: versions.get(after.id) ?? null, after })),
    );
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
   * Returns the deleted rows.
   * @param deletion puts the rows into the trash, for `takeTransactions`
   */
  async delete(ids: readonly string[], deletion?: Deletion): Promise<TransactionRow[]> {
    const rows = await findTransactionsOf(this.tx, this.userId, ids);
    await this.deleteRead(rows);
    if (deletion) await trashTransactions(this.tx, rows, deletion);
    return rows;
  }

  /** Permanently, as they were read in this ledger and are still. */
  async deleteRead(rows: readonly TransactionRow[]): Promise<void> {
    await deleteTransactions(
      this.tx,
      this.userId,
      rows.map(({ id }) => id),
    );
    this.#note(rows, -1);
  }

  /**
   * Permanently deletes those of these rows that have not changed since, except occurrences of `sparedTemplates`.
   * @param versions `updated_at` by id
   * @returns how many rows remain
   */
  async deleteUnchanged(
    versions: ReadonlyMap<string, string>,
    sparedTemplates: ReadonlySet<string>,
  ): Promise<number> {
    const rows = await findTransactionsOf(this.tx, this.userId, [...versions.keys()]);
    const unchanged = rows.filter(
      ({ id, updated_at, template_id }) =>
        versions.get(id) === updated_at && !sparedTemplates.has(template_id ?? ''),
    );
    await this.deleteRead(unchanged);
    if (this.#changes.length >= NOTED_MOST) await this.updateTotals();
    return rows.length - unchanged.length;
  }

  async hasTransactions(): Promise<boolean> {
    await this.updateTotals();
    return hasTransactions({ db: this.tx, viewer: { id: this.userId } });
  }

  /** Until it is opened again with null. */
  closeToOthers(importId: string | null): Promise<void> {
    return closeToOthers(this.tx, this.userId, importId);
  }

  async moveTo(to: string | null, rows: readonly Counted[], now: Date): Promise<void> {
    const ids = rows.map(({ id }) => id);
    await moveTransactions(this.tx, this.userId, ids, { to, now });
    for (const row of rows) {
      this.#changes.push({ row, sign: -1 });
      this.#changes.push({ row: { ...row, category_id: to }, sign: 1 });
    }
  }

  /** Moves transactions of an account to another one; returns their number. */
  async moveAccount(rows: RowsOfAccount, to: Pick<AccountRow, 'id' | 'currency'>): Promise<number> {
    await this.updateTotals();
    const uncounted = await findUncounted(this.tx, this.userId);
    if (uncounted.has(rows.account) !== uncounted.has(to.id)) await recount(this.tx, this.userId, rows);
    // What goes back is as the check of its account found it.
    if (rows.movedBy === undefined) await noteMergeSinceCheck(this.tx, this.userId, rows.account, to.id);
    return moveToAccount(this.tx, this.userId, rows, to);
  }

  /** Call it before an account begins to count in the balance, or stops it. */
  async recountAccount(account: string): Promise<void> {
    await this.updateTotals();
    await recount(this.tx, this.userId, { account });
  }

  /** For an account that has no transactions left and is about to be deleted. */
  async deleteTotalsOfAccount(account: string): Promise<void> {
    await this.updateTotals();
    await deleteTotalsOfAccount(this.tx, this.userId, account);
  }

  /** Tells what work inserted, deleted and updated, however many rows that are. */
  async watching<Result>(work: () => Promise<Result>): Promise<Written & { result: Result }> {
    const outer = this.#watched;
    const written: Written = { before: [], after: [] };
    this.#watched = written;
    try {
      return { result: await work(), ...written };
    } finally {
      this.#watched = outer;
    }
  }

  /** `inLedger` calls it at the end; call it earlier before reading totals. */
  async updateTotals(): Promise<void> {
    const changes = this.#changes;
    this.#changes = [];
    await addToTotals(this.tx, changes);
  }

  #note(rows: readonly TransactionRow[], sign: 1 | -1): void {
    for (const row of rows) this.#changes.push({ row, sign });
    this.#watched?.[sign < 0 ? 'before' : 'after'].push(...rows);
  }

  #requireOwn(rows: readonly TransactionRow[]): void {
    if (rows.some(({ user_id }) => user_id !== this.userId))
      throw new Error('A ledger writes the transactions of one person.');
  }
}

const NOTED_MOST = 10_000;

// Exported as a type only, so that only `inLedger` can create a ledger.
export type { Ledger };

export function newDeletion(now: Date): Deletion {
  return { id: newId(now), deletedAt: now.toISOString() };
}

/** By person. */
const openIn = new WeakMap<Tx, Map<string, Ledger>>();

/**
 * Runs work in the viewer's ledger, all or nothing. The person's revision is locked first, so that concurrent writers
 * wait without a deadlock. Joins an open ledger or database transaction.
 * @param work receives the ledger, and the context inside the database transaction
 * @throws ImportUnderWay (503) while the account is closed for an import other than `importId`
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
    const importId = await raiseRevision(tx, id);
    if (importId !== null && importId !== context.importId) throw new ImportUnderWay();
    const ledger = new Ledger(tx, id);
    openIn.set(tx, ledgers.set(id, ledger));
    try {
      const result = await work(ledger, inside);
      await ledger.updateTotals();
      return result;
    } finally {
      ledgers.delete(id);
    }
  });
}

/** Refuses every other request while an import is being written or undone. */
export class ImportUnderWay extends DomainError {
  constructor() {
    super('SERVICE_UNAVAILABLE', 503, { retryAfter: BUSY_SECONDS, message: 'import:underWay' });
  }
}

/** Raises all revisions above those of the replaced database, because browsers have cached content under them. */
export function continueRevisions(tx: Tx, highest: number): Promise<void> {
  return raiseRevisions(tx, highest + 1);
}

/** The number of the last change of the viewer's money or categories. */
export function readRevision({ db, viewer }: { db: Db; viewer: { id: string } }): Promise<number> {
  return findRevision(db, viewer.id);
}

export async function hasTransactions({ db, viewer }: { db: Db; viewer: { id: string } }): Promise<boolean> {
  return totalOf(await sumFigures(db, viewer.id, {})) > 0;
}
