import type { AccountRow, CategoryRow, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { momentOf, todayOf } from '../calendar.ts';
import { categoryForType } from '../categories/read.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid, notFound } from '../error.ts';
import { inLedger, type Ledger, newDeletion } from '../ledger/ledger.ts';
import { chargeError, keptCharge, shownCharge } from '../money-accounts/cards/charge-date.ts';
import { requireUnlocked } from '../money-accounts/checks/lock.ts';
import { accountFor, accountOf, accountsById } from '../money-accounts/read.ts';
import { nextVersion, requireCurrent } from '../version.ts';
import {
  changedMoney,
  losesMoney,
  requireMoney,
  requireWithin,
  type TypedMoney,
  withoutEcho,
} from './charged.ts';
import { differences, inputNamed, textColumns, withSent } from './fields.ts';
import { isTooFarAhead, isTooFarBack, type TransactionChanges } from './schema.ts';
import { findTransaction } from './transactions.queries.ts';

/**
 * Changes a transaction; missing fields stay, and `null` clears an optional field. A new type removes a category that
 * does not fit, unless another one is sent. With `basedOn`, a version changed since then is not overwritten, unless the
 * outcome is the same.
 * @returns the id by which `restoreTransactions` can undo it, if anything has changed
 * @throws DomainError NOT_FOUND for one that is not the viewer's, or not of that type, and for an unknown category
 * @throws DomainError VALIDATION_ERROR for a category of the other type, for a new date more than five years back, and
 * for a new amount with decimals that its currency lacks
 * @throws DomainError VALIDATION_ERROR for an account of another currency, where no rate says what it gets
 * @throws DomainError CONFLICT (409) when it has changed since the version that the change is based on
 */
export async function changeTransaction(
  context: Writing,
  target: Target,
  changes: TransactionChanges & TypedMoney,
) {
  return inLedger(context, async (ledger, inside) => {
    const { before, after: row, category, account } = await readForChange(ledger, context, target, changes);
    const deletion = differences(before, row).length > 0 ? newDeletion(context.now) : undefined;
    const locked = MONEY.find((name) => row[name] !== before[name]);
    if (locked) await requireUnlocked(inside, [before], inputNamed(locked) ?? 'amount', [row]);
    await ledger.update([row], deletion);
    return { row, category, account, undoId: deletion?.id ?? null };
  });
}

/** What a balance depends on; everything else may change after a check against the bank. */
const MONEY = ['type', 'amount', 'account_amount', 'account_id', 'date'] as const;

interface Target {
  id: string;
  type?: TransactionRow['type'];
}

/**
 * A transaction before and after changes, with its new category.
 * @throws DomainError as `changeTransaction` does
 */
export async function readForChange(
  { tx }: Ledger,
  { viewer, now }: Reading,
  { id, type }: Target,
  changes: TransactionChanges & TypedMoney,
): Promise<{
  before: TransactionRow;
  after: TransactionRow;
  category: CategoryRow | null;
  account: AccountRow;
}> {
  const before = await findTransaction(tx, viewer.id, id);
  // A transfer is changed as one.
  if (!before || before.transfer_id !== null || (type && before.type !== type)) throw notFound();
  const account = await accountFor(tx, viewer.id, changes.accountId ?? before.account_id, before.account_id);
  const charged = await withCharge(tx, before, changed(before, changes, now), account, changes);
  const from = accountOf(await accountsById({ db: tx, viewer }), before);
  const place = { account, from, viewer, now };
  const after = { ...charged, ...(await changedMoney(tx, place, before, changes, charged.date)) };
  if (losesMoney(after, place)) throw invalid({ field: 'amount', message: 'errors:amountForAccount' });
  if (after.date !== before.date) requireNear(after.date, todayOf({ viewer, now }));
  requireMoney(withoutEcho(changes, before), place);
  if (differences(before, after).includes('amount')) requireWithin(after, changes);
  requireCurrent(before, changes.basedOn, () => differences(before, after).length > 0);
  const category = await categoryForType(tx, after, { isSent: changes.categoryId !== undefined });
  return { before, after: { ...after, category_id: category?.id ?? null }, category, account };
}

/** @throws DomainError VALIDATION_ERROR for a date that nobody can mean */
export function requireNear(date: string, today: string): void {
  if (isTooFarBack(date, today)) throw invalid({ field: 'date', message: 'errors:datePast' });
  if (isTooFarAhead(date, today)) throw invalid({ field: 'date', message: 'errors:dateFuture' });
}

/**
 * A charge date that was shown and is sent back was not typed: it follows the card.
 * @throws DomainError VALIDATION_ERROR
 */
async function withCharge(
  tx: Tx,
  before: TransactionRow,
  after: TransactionRow,
  account: AccountRow,
  { charge_date }: TransactionChanges,
): Promise<TransactionRow> {
  if (!charge_date) return after;
  const shown = shownCharge(
    before,
    accountOf(await accountsById({ db: tx, viewer: { id: before.user_id } }), before),
  );
  const row = charge_date === shown ? { ...after, charge_date: before.charge_date } : after;
  const error = row.charge_date !== before.charge_date && chargeError(row, account);
  if (error) throw invalid(error);
  return { ...row, charge_date: keptCharge(row, account) };
}

function changed(before: TransactionRow, changes: TransactionChanges, now: Date): TransactionRow {
  const fields = withSent(before, changes);
  return {
    ...before,
    ...fields,
    ...momentOf(fields.date, fields.time, fields.timezone),
    is_detached: detached(before),
    ...textColumns(fields),
    updated_at: nextVersion(before, now),
  };
}

/** Marks an occurrence as edited, so that later changes of its template leave it alone. */
export function detached({ template_id }: Pick<TransactionRow, 'template_id'>): number | null {
  return template_id === null ? null : 1;
}
