import type { TransactionRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { momentOf, plusMonths } from '../calendar.ts';
import type { Writing } from '../context.ts';
import { type FieldError, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger, type Ledger, newDeletion } from '../ledger/ledger.ts';
import type { Deletion } from '../ledger/removed.ts';
import { endDeletedInstallments } from '../money-accounts/cards/deleted-installments.ts';
import type { ShownPayment } from '../money-accounts/cards/expected-installments.ts';
import { readPaymentsWith } from '../money-accounts/cards/read-expected.ts';
import { requireUnlocked } from '../money-accounts/checks/lock.ts';
import { nextVersion } from '../version.ts';
import { splitAmount } from './installment-amounts.ts';
import { findPayments, findTransactionsOf } from './transactions.queries.ts';

export const NO_INCOME: FieldError = { field: 'installments', message: 'errors:installmentsIncome' };

/** Whether a payment of a purchase would become an income. Those of a refund, which a file may have, are incomes. */
export function isPartOfIncome(
  before: Pick<TransactionRow, 'type' | 'installment_of'>,
  { type }: Pick<TransactionRow, 'type'>,
): boolean {
  return before.installment_of !== null && before.type === 'expense' && type === 'income';
}

/**
 * The rows of a purchase in so many payments, or at once.
 * @returns the error of its field if there is too little for so many, or none of an income
 */
export function inPayments(
  row: TransactionRow,
  payments: number | undefined,
  currencies: { own: Currency; account: Currency; now: Date },
): TransactionRow[] | FieldError {
  if (payments === undefined) return [row];
  if (row.type === 'income') return NO_INCOME;
  const { own, account, now } = currencies;
  const split = (amount: number | null, currency: Currency) =>
    // An amount without a rate is 0 in each payment.
    amount ? splitAmount(amount, payments, currency) : Array<typeof amount>(payments).fill(amount);
  const amounts = split(row.amount, own);
  const charged = split(row.account_amount, account);
  const paid = split(row.original_amount, (row.original_currency as Currency | null) ?? own);
  if (!(amounts && charged && paid)) return { field: 'installments', message: 'errors:installmentsMany' };
  return installmentsOf(row, amounts as number[], now).map((payment, index) => ({
    ...payment,
    account_amount: charged[index] ?? null,
    original_amount: paid[index] ?? null,
  }));
}

/** The payments of a purchase, a month apart, from the row of all of it; the first one keeps its id. */
function installmentsOf(row: TransactionRow, amounts: readonly number[], now: Date): TransactionRow[] {
  // For an installment from a file it is the row's own id, because files list each one separately.
  const installment_of = newId(now);
  return amounts.map((amount, index) => {
    const date = plusMonths(row.date, index);
    return {
      ...row,
      id: index === 0 ? row.id : newId(now),
      amount,
      date,
      ...momentOf(date, row.time, row.timezone),
      charge_date: row.charge_date === null ? null : plusMonths(row.charge_date, index),
      installment_of,
      installment_n: index + 1,
      installment_total: amounts.length,
      installment_price: row.amount,
    };
  });
}

/** Whether a file showed a payment, each of which has an id of its own instead of that of the purchase. */
export const isShownAlone = ({ id, installment_of }: Pick<TransactionRow, 'id' | 'installment_of'>) =>
  installment_of === id;

/** What else changes with one payment: all of a purchase that files have shown are ended, or expected again, together. */
export async function othersWithEnd(
  inside: Writing,
  before: TransactionRow,
  { id, payments_end }: TransactionRow,
  deletion: Deletion,
): Promise<TransactionRow[]> {
  if (before.payments_end === payments_end) return [];
  const others = (await readPaymentsWith(inside, id)).filter((one) => one.id !== id);
  return markedAsLast(inside, others, payments_end === 1 ? deletion.id : null);
}

/**
 * Ends a purchase that files have shown, or expects more of its payments again, by one of them, which may have been
 * deleted alone.
 * @throws DomainError NOT_FOUND
 */
export function endInstallments(
  context: Writing,
  id: string,
  isEnded: boolean,
): Promise<{ name: string; undoId: string | null }> {
  return inLedger(context, async (ledger, inside) => {
    const payments = await readPaymentsWith(inside, id);
    const own = payments.find((one) => one.id === id);
    if (!own) throw notFound();
    const deletion = newDeletion(inside.now);
    const rows = await markedAsLast(inside, payments, isEnded ? deletion.id : null);
    if (rows.length > 0) await ledger.update(rows, deletion);
    return { name: own.description, undoId: rows.length > 0 ? deletion.id : null };
  });
}

/**
 * The existing rows among `payments`, marked as the last installment that is expected, or unmarked.
 * @param endedBy by which deletion or change; null to expect others again
 */
async function markedAsLast(
  inside: Writing,
  payments: readonly Pick<ShownPayment, 'id' | 'payments_end'>[],
  endedBy: string | null,
): Promise<TransactionRow[]> {
  const payments_end = endedBy === null ? null : 1;
  const ids = payments.flatMap((one) => (one.payments_end === payments_end ? [] : one.id));
  await endDeletedInstallments(inside, ids, endedBy);
  const rows = await findTransactionsOf(inside.db, inside.viewer.id, ids);
  return rows.map((row) => ({ ...row, payments_end, updated_at: nextVersion(row, inside.now) }));
}

type Payment = Pick<TransactionRow, 'user_id' | 'id' | 'installment_of'>;

/** The ids of the payments of the row's purchase that are there, from the one with this number on. */
export async function installmentsFrom(
  inside: Writing,
  { user_id, id, installment_of }: Payment,
  from: number,
): Promise<string[]> {
  if (!isShownAlone({ id, installment_of }))
    return findPayments(inside.db, user_id, installment_of ?? '', from);
  const shown = await readPaymentsWith(inside, id);
  return shown.flatMap((one) => (one.n >= from && one.deleted_at === null ? one.id : []));
}

/**
 * Deletes the payments of the row's purchase from the one with this number on; after those that stay, no more are
 * expected. One that is a side of a transfer stays, because its other side would remain alone.
 */
export async function removeInstallments(
  ledger: Ledger,
  inside: Writing,
  row: Payment,
  from: number,
): Promise<{ deleted: number; undoId: string }> {
  const payments = await findTransactionsOf(
    inside.db,
    row.user_id,
    await installmentsFrom(inside, row, from),
  );
  const ids = payments.flatMap(({ id, transfer_id }) => (transfer_id === null ? id : []));
  const shown = isShownAlone(row) ? await readPaymentsWith(inside, row.id) : [];
  const deletion = newDeletion(inside.now);
  const left = await markedAsLast(
    inside,
    shown.filter((one) => !ids.includes(one.id)),
    deletion.id,
  );
  if (left.length > 0) await ledger.update(left, deletion);
  const rows = await ledger.delete(ids, deletion);
  await requireUnlocked(inside, rows);
  return { deleted: rows.length, undoId: deletion.id };
}
