import * as v from 'valibot';
import type { AccountRow } from '../../db/tables.ts';
import { DEFAULT_CATEGORIES } from '../categories/defaults.ts';
import { currencySchema } from '../currency.ts';
import type { CategoryEntry, transactionEntry } from '../export/document.schema.ts';
import { isOpening, isTransfer, OPENING, TRANSFER } from '../ledger/reserved-categories.ts';
import { MAX_AMOUNT, toDecimal } from '../money.ts';
import { cardErrors } from '../money-accounts/create.ts';
import { FIRST_ACCOUNT } from '../money-accounts/first-account.ts';
import { type TransactionType, TYPES } from '../schemas.ts';
import type { Ownerless } from './rows.ts';

/**
 * @param amount a decimal in the currency of the person
 * @param other the amount in another currency, if any: it may be the only one while no rate is known, and has no limit then
 * @param most in minor units
 */
export function amountError(amount: number | string, other: number | string | null, most = MAX_AMOUNT) {
  if (Number(other) > 0) return undefined;
  if (Number(amount) === 0) return { field: 'amount', message: 'errors:amountMin' } as const;
  const isTooMuch = Number(amount) > toDecimal(most);
  return isTooMuch ? ({ field: 'amount', message: 'errors:amountMax' } as const) : undefined;
}

/** The error of an account that the schema cannot find, or that the database would refuse without naming the line. */
export function accountErrorOf(row: Ownerless<AccountRow>, all: readonly Ownerless<AccountRow>[]) {
  if (row.name.trim() === '' && row.id !== FIRST_ACCOUNT)
    return { field: 'name', message: 'errors:accountNameRequired' } as const;
  if (all.find(({ name_key }) => name_key === row.name_key)?.id !== row.id)
    return { field: 'name', message: 'import:errorTwice' } as const;
  return cardErrors(row, all)[0];
}

/** The type of a row; undefined for the side of a transfer whose category shows neither type. */
export function typeOf({
  type,
  category_id,
}: v.InferOutput<typeof transactionEntry>): TransactionType | undefined {
  if (type === 'expense' || type === 'income') return type;
  const ids = type === 'transfer' ? TRANSFER : OPENING;
  return TYPES.find((one) => ids[one] === category_id);
}

/** Replaces a currency's alias by its code; other values stay as they are. */
export function withCode(value: unknown): unknown {
  const result = v.safeParse(currencySchema, value);
  return result.success ? result.output : value;
}

export const withCodeIn = (value: unknown) =>
  typeof value === 'object' && value !== null && 'currency' in value
    ? { ...value, currency: withCode(value.currency) }
    : value;

/**
 * Whether its key is that of a default category. Only the categories of opening balances and transfers have their fixed
 * ids.
 */
export function isKnownDefault({ id, default_key, type }: CategoryEntry): boolean {
  if (isOpening(id) || default_key === 'opening_balance')
    return default_key === 'opening_balance' && id === OPENING[type];
  if (isTransfer(id) || default_key === 'transfer')
    return default_key === 'transfer' && id === TRANSFER[type];
  return (
    default_key === null ||
    DEFAULT_CATEGORIES.some((category) => category.key === default_key && category.type === type)
  );
}
