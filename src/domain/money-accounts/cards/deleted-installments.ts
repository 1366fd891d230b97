import { chunksOf } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import type { DeletedPaymentRow } from '../../../db/tables.ts';
import { type DeletedPaymentEntry, MOST_NOTED } from '../../export/document.schema.ts';
import { toDecimal } from '../../money.ts';
import type { Replaceable } from '../../replaceable.ts';
import {
  dropDeletedInstallments,
  findDeletedInstallments,
  insertDeletedInstallments,
  setEndOfDeleted,
  undoEndOfDeleted,
} from './deleted-installments.queries.ts';
import { amountAfter } from './expected-installments.ts';
import { findShownPayments } from './purchases.queries.ts';
import { readPaymentsWith, shownPayment } from './read-expected.ts';

interface Owner {
  db: Db;
  viewer: { id: string };
}

/** Notes of a payment that is about to be deleted alone what it tells of those after it. */
export async function noteDeletedInstallment(
  { db, viewer }: Owner,
  id: string,
  deleted_at: string,
): Promise<void> {
  const payment = (await findShownPayments(db, viewer.id)).findLast((one) => one.id === id);
  if (!payment) return;
  const {
    payments_end,
    installment_n,
    installment_total,
    original_currency: _paid,
    shown_price: _price,
    ...row
  } = payment;
  const shown = shownPayment({ ...payment, deleted_at: null });
  const { n, of } = shown;
  const noted = { ...row, installment_n: n, installment_total: of };
  // The file's price divides what follows the first one.
  if (n > 1 || shown.each !== null) noted.amount = amountAfter(shown, 1);
  const ended_by = payments_end === 1 ? '' : null;
  // It takes the place of one that it had come again for.
  const others = (await readPaymentsWith({ db, viewer }, id)).filter((one) => one.deleted_at && one.n === n);
  await forgetDeletedInstallments(
    { db, viewer },
    others.map((one) => one.id),
  );
  await insertDeletedInstallments(db, [{ ...noted, user_id: viewer.id, deleted_at, ended_by }]);
}

/** Forgets those that are restored, or of which the files are taken back. */
export function forgetDeletedInstallments({ db, viewer }: Owner, ids: readonly string[]): Promise<void> {
  return dropDeletedInstallments(db, viewer.id, ids);
}

/** @param endedBy by which deletion or change, or empty; null to expect those after them again */
export function endDeletedInstallments(
  { db, viewer }: Owner,
  ids: readonly string[],
  endedBy: string | null,
): Promise<void> {
  return setEndOfDeleted(db, viewer.id, ids, endedBy);
}

/** Takes back what a deletion or a change has ended. */
export function restoreDeletedInstallments({ db, viewer }: Owner, endedBy: string): Promise<void> {
  return undoEndOfDeleted(db, viewer.id, endedBy);
}

/** As the file of an account has them. */
export async function exportedDeletedInstallments({ db, viewer }: Owner): Promise<DeletedPaymentEntry[]> {
  const rows = await findDeletedInstallments(db, viewer.id);
  const decimalOf = (minor: number | null) => (minor === null ? null : toDecimal(minor));
  return rows.slice(-MOST_NOTED).map(({ user_id: _user, ended_by, ...row }) => ({
    ...row,
    amount: toDecimal(row.amount),
    account_amount: decimalOf(row.account_amount),
    installment_price: decimalOf(row.installment_price),
    shown_amount: decimalOf(row.shown_amount),
    is_ended: ended_by !== null,
  }));
}

export const fileDeletedInstallments: Replaceable<DeletedPaymentRow> = {
  find: findDeletedInstallments,
  async replace(tx, userId, rows) {
    await dropDeletedInstallments(tx, userId);
    for (const some of chunksOf(rows)) await insertDeletedInstallments(tx, some);
  },
  keyOf: ({ id }) => id,
  versionOf: ({ deleted_at, ended_by }) => `${deleted_at} ${ended_by}`,
};
