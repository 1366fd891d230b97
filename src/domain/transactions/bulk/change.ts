import type { CategoryRow, TransactionRow } from '../../../db/tables.ts';
import type { Currency } from '../../../i18n/currencies.ts';
import { momentOf } from '../../calendar.ts';
import { categoriesById, fits, OTHER_TYPE, requireCategory } from '../../categories/read.ts';
import type { Reading, Writing } from '../../context.ts';
import { invalid } from '../../error.ts';
import { type Ledger, newDeletion } from '../../ledger/ledger.ts';
import type { Deletion } from '../../ledger/removed.ts';
import { isOpening } from '../../ledger/reserved-categories.ts';
import { type Batch, batchesOf, idsOf, type Plan, run, type Steps } from '../../long-work/long-work.ts';
import { storedChargeDate } from '../../money-accounts/cards/charge-date.ts';
import { requireUnlockedBatches } from '../../money-accounts/checks/lock.ts';
import { accountFor, accountOf, accountsById } from '../../money-accounts/read.ts';
import { skipDeleted } from '../../recurring/occurrences/skip.ts';
import type { RuleOutcome } from '../../rules/match.ts';
import { withOutcome } from '../../rules/outcomes.ts';
import { scan } from '../../snapshot.ts';
import { isDifferent, nextVersion } from '../../version.ts';
import { detached } from '../change.ts';
import { isPartOfIncome } from '../installments.ts';
import { changedMoney, losesMoney, moneyOf } from '../money.ts';
import { findSides, findTransactionsOf, findTypesOf } from '../transactions.queries.ts';
import type { BulkChanges } from './schema.ts';

/**
 * Changes category, account, type or date of the viewer's transactions among these distinct ids. A new type removes categories
 * that do not fit; transactions that a new category does not fit are left alone, by a new type payments of a purchase, by a new account opening balances and those for which no
 * rate is known, and transfers by everything.
 * @returns how many were changed, and the id to undo that by, if any were; the others are missing, another user's, or
 * do not fit the category
 * @throws DomainError NOT_FOUND for a category or account that is not theirs, VALIDATION_ERROR if the category does not
 * fit the new type, or for an archived account
 */
export async function changeTransactions(context: Writing, ids: string[], changes: BulkChanges) {
  await requireChangeable(context, batchesOf(ids), changes);
  const deletion = newDeletion(context.now);
  const { done } = await run(context, planUpdate(batchesOf(ids), changes, deletion, context.viewer.currency));
  return { updated: done, undoId: done > 0 ? deletion.id : null };
}

/**
 * Refuses a category that does not fit all of a selection, and an account that cannot get transactions.
 * @throws DomainError NOT_FOUND, VALIDATION_ERROR
 */
export async function requireFitting(
  context: Reading,
  batches: Batch[],
  { categoryId, accountId, type }: BulkChanges,
): Promise<void> {
  if (accountId) await accountFor(context.db, context.viewer.id, accountId);
  if (!categoryId) return;
  const category = await requireCategory(context.db, context.viewer.id, categoryId);
  const ids = batches.flatMap(idsOf);
  const types = type ? [type] : await scan(context, ({ db, viewer }) => findTypesOf(db, viewer.id, ids));
  if (types.some((each) => !fits(category, each))) throw invalid(OTHER_TYPE);
}

/**
 * @param changes null for a deletion
 * @throws DomainError LOCKED (409) where a balance that was checked against the bank would change
 */
export async function requireChangeable(
  context: Writing,
  batches: Batch[],
  changes: BulkChanges | null,
): Promise<void> {
  const { categoryId: _categoryId, ...others } = changes ?? { '': true };
  const locked = Object.entries(others).find(([, value]) => value !== undefined);
  if (locked) await requireUnlockedBatches(context, batches, locked[0], changes ?? {});
}

interface Updating {
  /** The person's. */
  currency: Currency;
  changes: BulkChanges;
  deletion: Deletion;
  /** What rules fill. */
  outcome?: RuleOutcome | undefined;
}

export function planUpdate(
  batches: Batch[],
  changes: BulkChanges,
  deletion: Deletion,
  currency: Currency,
  outcome?: RuleOutcome,
): Plan {
  const content: Updating = { changes, deletion, currency, outcome };
  return {
    kind: 'update',
    deletionId: deletion.id,
    batches,
    first: async () => content,
    steps: updateSteps(content),
  };
}

export function updateSteps({ changes, deletion, currency, outcome }: Updating): Steps {
  return {
    async batch(ledger, inside, ids) {
      const { viewer, now } = inside;
      const category = await requireCategory(ledger.tx, viewer.id, changes.categoryId);
      if (changes.type && !fits(category, changes.type)) throw invalid(OTHER_TYPE);
      const account = changes.accountId && (await accountFor(ledger.tx, viewer.id, changes.accountId));
      const theirs = await findTransactionsOf(ledger.tx, viewer.id, ids);
      // An opening balance is of its account, and nothing that was earned or spent.
      const isOther = [changes.accountId, changes.categoryId, changes.type, outcome].some(
        (one) => one !== undefined,
      );
      const rows = theirs.filter(
        ({ type, category_id, transfer_id, installment_of }) =>
          transfer_id === null &&
          fits(category, changes.type ?? type) &&
          !(isOpening(category_id) && isOther) &&
          !isPartOfIncome({ type, installment_of }, { type: changes.type ?? type }),
      );
      const categories = await categoriesById(inside);
      const accounts = await accountsById({ db: ledger.tx, viewer });
      const updated: TransactionRow[] = [];
      for (const row of rows) {
        const after = changed(row, changes, now);
        const fitting = withFitting(outcome ? withOutcome(after, outcome) : after, categories);
        const from = accountOf(accounts, row);
        const isSame = !account || account.currency === from.currency;
        const place = account && { account, from, viewer: { currency }, now };
        const money = isSame || !place ? row : await changedMoney(ledger.tx, place, row, {}, fitting.date);
        if (place && losesMoney(money, place)) continue;
        const isMoved = place && place.account.id !== from.id;
        const charge_date = isMoved ? storedChargeDate(fitting, place.account) : fitting.charge_date;
        updated.push(orUnchanged(row, { ...fitting, ...moneyOf(money), charge_date }));
      }
      await ledger.update(updated, deletion);
      return { done: updated.length, failed: ids.length - updated.length };
    },
  };
}

/** What is the same keeps its version, so that earlier changes of it can still be undone. */
function orUnchanged(before: TransactionRow, after: TransactionRow): TransactionRow {
  return isDifferent(before, { ...after, is_detached: before.is_detached }) ? after : before;
}

function withFitting(row: TransactionRow, categories: Map<string, CategoryRow>): TransactionRow {
  if (fits(categories.get(row.category_id ?? ''), row.type)) return row;
  return { ...row, category_id: null };
}

function changed(row: TransactionRow, changes: BulkChanges, now: Date): TransactionRow {
  const date = changes.date ?? row.date;
  const after = {
    ...row,
    date,
    type: changes.type ?? row.type,
    category_id: changes.categoryId === undefined ? row.category_id : changes.categoryId,
    account_id: changes.accountId ?? row.account_id,
    ...(date !== row.date && momentOf(date, row.time, row.timezone)),
    updated_at: nextVersion(row, now),
  };
  return { ...after, is_detached: detached(row, after) };
}

/**
 * Deletes the viewer's transactions among these distinct ids and ignores the others.
 * @returns how many were deleted, and the id to restore them by; null if none were
 */
export async function removeTransactions(context: Writing, ids: string[]) {
  await requireChangeable(context, batchesOf(ids), null);
  const deletion = newDeletion(context.now);
  const { done } = await run(context, planDeletion(batchesOf(ids), deletion));
  return { deleted: done, undoId: done > 0 ? deletion.id : null };
}

export function planDeletion(batches: Batch[], deletion: Deletion): Plan {
  const content = { deletion };
  return {
    kind: 'delete',
    deletionId: deletion.id,
    batches,
    first: async () => content,
    steps: deletionSteps(content),
  };
}

/** The ids of what remains of these deleted sides of transfers. */
async function otherSides({ tx, userId }: Ledger, rows: readonly TransactionRow[]): Promise<string[]> {
  const transfers = rows.flatMap(({ transfer_id }) => transfer_id ?? []);
  return transfers.length === 0 ? [] : (await findSides(tx, userId, transfers)).map(({ id }) => id);
}

export function deletionSteps({ deletion }: { deletion: Deletion }): Steps {
  return {
    async batch(ledger, _inside, ids) {
      const rows = await ledger.delete(ids, deletion);
      const sides = await otherSides(ledger, rows);
      await skipDeleted(ledger.tx, [...rows, ...(await ledger.delete(sides, deletion))]);
      return { done: rows.length, failed: ids.length - rows.length };
    },
  };
}
