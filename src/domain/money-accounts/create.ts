import type { AccountRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { setOpeningBalance } from '../balance/opening-balance.ts';
import { todayOf } from '../calendar.ts';
import { nameKey } from '../categories/words.ts';
import type { Writing } from '../context.ts';
import { decimalsError } from '../currency.ts';
import { DomainError, type FieldError, invalid, notFound } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger } from '../ledger/ledger.ts';
import { currencyOf, storedCurrency } from './currencies/currency.ts';
import { KIND_LOOKS, NEVER_CHECKED } from './kinds.ts';
import { findAccounts, insertAccount } from './money-accounts.queries.ts';
import { accountName } from './name.ts';
import { type AccountState, type Opening, readAccount } from './read.ts';
import type { AccountInput } from './schema.ts';

/** A bound against mistakes of programs; nobody has as many. */
export const MOST_ACCOUNTS = 100;

/**
 * Adds an account after the person's others, with its opening balance if one is given.
 * @throws DomainError ACCOUNT_EXISTS (409) for a name in use, VALIDATION_ERROR for card fields of another kind, and
 * NOT_FOUND for a paying account that is not theirs
 */
export async function createAccount(context: Writing, input: AccountInput): Promise<AccountState> {
  const { viewer, now } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const existing = await findAccounts(tx, viewer.id);
    if (existing.length >= MOST_ACCOUNTS) throw invalid({ field: 'name', message: 'errors:accountsMost' });
    const row: AccountRow = {
      user_id: viewer.id,
      id: newId(now),
      name: input.name,
      name_key: nameKey(input.name),
      kind: input.kind,
      currency: storedCurrency(input.currency, viewer),
      number: input.number ?? null,
      icon: input.icon ?? KIND_LOOKS[input.kind].icon,
      color: input.color ?? KIND_LOOKS[input.kind].color,
      position: Math.max(...existing.map(({ position }) => position)) + 1,
      is_archived: Number(input.is_archived ?? false),
      in_balance: Number(input.in_balance ?? true),
      billing_day: input.billing_day ?? null,
      pays_from: input.pays_from ?? null,
      ...NEVER_CHECKED,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    };
    await requireAllowed(tx, row);
    await insertAccount(tx, row);
    await setOpening(inside, row, input);
    await ledger.updateTotals();
    return readAccount(inside, row.id);
  });
}

/** Sets the opening balance that an input has, zero or nothing for none; what is missing of it stays. */
export async function setOpening(
  context: Writing,
  account: Pick<AccountRow, 'id' | 'currency'>,
  {
    opening_balance,
    opening_date,
  }: Pick<AccountInput, 'opening_date'> & { opening_balance?: number | null | undefined },
  before: Opening | null = null,
): Promise<void> {
  if (opening_balance === undefined && (opening_date === undefined || before === null)) return;
  const opening = {
    amount: opening_balance === undefined ? (before?.amount ?? 0) : (opening_balance ?? 0),
    date: opening_date ?? before?.date ?? todayOf(context),
  };
  const isSame =
    opening.amount === (before?.amount ?? 0) && (before === null || opening.date === before.date);
  if (isSame) return;
  const error = decimalsError(opening.amount, currencyOf(account, context.viewer));
  if (error) throw invalid({ ...error, field: 'opening_balance' });
  await setOpeningBalance(context, opening, account.id).catch(throwOfOpening);
}

// The use case names the account, and the amount, of a transaction.
function throwOfOpening(refusal: unknown): never {
  if (!(refusal instanceof DomainError) || !refusal.extra.fields) throw refusal;
  const fields = refusal.extra.fields.map((error) => ({
    ...error,
    field: error.field === 'date' ? 'opening_date' : 'opening_balance',
  }));
  throw new DomainError(refusal.code, refusal.status, { ...refusal.extra, fields });
}

/** A name that the first account has in one of the languages is taken too. */
export function isNameTaken(others: readonly AccountRow[], name: string): boolean {
  const key = nameKey(name);
  return (
    name !== '' &&
    others.some((other) => LOCALES.some((locale) => nameKey(accountName(other, locale)) === key))
  );
}

/** @throws DomainError as `createAccount` does */
export async function requireAllowed(tx: Tx, row: AccountRow, before?: AccountRow): Promise<void> {
  const others = (await findAccounts(tx, row.user_id)).filter(({ id }) => id !== row.id);
  if (isNameTaken(others, row.name))
    throw new DomainError('ACCOUNT_EXISTS', 409, {
      fields: [{ field: 'name', message: 'errors:ACCOUNT_EXISTS' }],
    });
  const error = cardError(row, others);
  if (error?.message === 'errors:accountMissing') throw notFound([error]);
  if (error) throw invalid(error);
  const payer = others.find(({ id }) => id === row.pays_from);
  if (payer?.is_archived === 1 && before?.pays_from !== payer.id)
    throw invalid({ field: 'pays_from', message: 'errors:accountArchived' });
  if (row.kind === 'credit_card' && others.some(({ pays_from }) => pays_from === row.id))
    throw invalid({ field: 'kind', message: 'errors:paysCards' });
}

/** What is wrong with the fields that only cards have. */
export function cardError(
  row: Pick<AccountRow, 'id' | 'kind' | 'billing_day' | 'pays_from'>,
  all: readonly Pick<AccountRow, 'id' | 'kind'>[],
): FieldError | undefined {
  const isCard = row.kind === 'credit_card';
  if (row.billing_day !== null && !isCard) return { field: 'billing_day', message: 'errors:cardOnly' };
  if (row.pays_from === null) return undefined;
  if (!isCard) return { field: 'pays_from', message: 'errors:cardOnly' };
  if (row.pays_from === row.id) return { field: 'pays_from', message: 'errors:paysItself' };
  const payer = all.find(({ id }) => id === row.pays_from);
  if (!payer) return { field: 'pays_from', message: 'errors:accountMissing' };
  if (payer.kind === 'credit_card') return { field: 'pays_from', message: 'errors:paysFromCard' };
  return undefined;
}
