import type { AccountRow, CategoryRow } from '../../db/tables.ts';
import type { Currency } from '../../i18n/currencies.ts';
import { LOCALES, type Locale } from '../../i18n/locales.ts';
import { translator } from '../../i18n/translate.ts';
import { categoryName } from '../categories/name.ts';
import { quotient } from '../exchange/decimal.ts';
import { isOpening, isPaidBill } from '../ledger/reserved-categories.ts';
import { toDecimal } from '../money.ts';
import { shownChargeDate } from '../money-accounts/cards/charge-date.ts';
import { accountName } from '../money-accounts/name.ts';
import { type FieldValues, mapFields, type ShownTransaction } from './fields.ts';
import { presentTransfer, type Transfer } from './transfers/transfer.ts';

/** A transaction with its category and account, for pages. `amount` in minor units, never negative. */
export interface Entry<Row extends ShownTransaction = ShownTransaction> {
  row: Row;
  category: CategoryRow | null;
  account: AccountRow;
  /** For a payment: what its purchase costs, in minor units; undefined where that is not known, or not read. */
  price?: number;
  /** For the side of a transfer. */
  transfer?: Transfer | undefined;
}

/** With the name that a paid bill got by itself in the reader's language, whatever language it was recorded in. */
export function namedIn<Row extends Parameters<typeof isPaidBill>[0] & { description: string }>(
  row: Row,
  locale: Locale,
): Row {
  if (!isPaidBill(row)) return row;
  const isOwn = LOCALES.some((one) => translator(one)('money:billPaid') === row.description);
  return isOwn ? { ...row, description: translator(locale)('money:billPaid') } : row;
}

/** A transaction for API answers: amounts as decimals, the category named in the person's language. */
export function presentTransaction({ row, category, account, price }: Entry, locale: Locale) {
  const own = category ? categoryName(category, locale) : null;
  const name = isPaidBill(row) ? translator(locale)('money:billPaid') : own;
  return {
    id: row.id,
    ...presentFields(namedIn(row, locale), account),
    amount: knownOf(row.amount, row),
    category: category && { id: category.id, name, icon: category.icon, color: category.color },
    category_name: name,
    category_icon: category?.icon ?? null,
    category_color: category?.color ?? null,
    account_name: accountName(account, locale),
    account_amount: row.account_amount === null ? null : knownOf(row.account_amount, row),
    account_currency: account.currency as Currency | null,
    original: originalOf(row),
    transaction_datetime: row.transaction_datetime,
    installment: installmentOf({ row, price }),
    payments_end: row.payments_end === 1,
    template_id: row.template_id,
    is_recurring: row.template_id !== null,
    is_opening: isOpening(row.category_id),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** An amount as a decimal; null where no rate is known for it, because 0 would be wrong. */
export function knownOf(minor: number, { original_currency }: Pick<ShownTransaction, 'original_currency'>) {
  return minor === 0 && original_currency !== null ? null : toDecimal(minor);
}

/** Which payment of its purchase it is, and what that costs; null where that is not known. */
export function installmentOf({
  row,
  price = row.installment_price ?? undefined,
}: Pick<Entry, 'row' | 'price'>) {
  if (row.installment_of === null) return null;
  const { installment_n: n, installment_total: of } = row;
  return { n: n ?? 1, of: of ?? 1, total: price ? toDecimal(price) : null };
}

/**
 * What was paid in another currency; without a rate until it is given one. What a move from an account in the person's
 * currency kept of it was not said by anybody, though its worth is known.
 */
export function originalOf({
  amount,
  original_amount,
  original_currency,
  rate,
}: Pick<ShownTransaction, 'amount' | 'original_amount' | 'original_currency' | 'rate'>) {
  if (original_amount === null || original_currency === null) return null;
  const isKept = rate === null && amount > 0;
  return {
    amount: toDecimal(original_amount),
    currency: original_currency as Currency,
    rate: isKept
      ? Number(quotient(String(amount), String(original_amount)))
      : rate === null
        ? null
        : Number(rate),
    ...(isKept && { is_kept: true }),
  };
}

function presentFields(row: ShownTransaction, account: AccountRow): FieldValues {
  const values = mapFields((name) => {
    if (name === 'amount') return toDecimal(row.amount);
    return name === 'charge_date' ? shownChargeDate(row, account) : row[name];
  });
  return values as FieldValues;
}

export type PresentedTransaction = ReturnType<typeof presentTransaction>;

/** A transaction, or the transfer of which it is a side. */
export function presentEntry(entry: Entry, locale: Locale) {
  return entry.transfer ? presentTransfer(entry.transfer, locale) : presentTransaction(entry, locale);
}
