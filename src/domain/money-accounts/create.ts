import type { AccountRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { LOCALES } from '../../i18n/locales.ts';
import { setOpeningBalance } from '../balance/opening-balance.ts';
import { todayOf } from '../calendar.ts';
import { nameKey } from '../categories/words.ts';
import type { Reading, Writing } from '../context.ts';
import { decimalsError } from '../currency.ts';
import { DomainError, type FieldError, invalid, refuse } from '../error.ts';
import { newId } from '../id.ts';
import { inLedger } from '../ledger/ledger.ts';
import { beginningOf } from '../letters.ts';
import { isTooFarAhead } from '../transactions/schema.ts';
import { currencyOf, storedCurrency } from './currencies/currency.ts';
import { KIND_LOOKS, NEVER_CHECKED } from './kinds.ts';
import { findAccounts, insertAccount, updateAccount } from './money-accounts.queries.ts';
import { accountName } from './name.ts';
import { type AccountState, type Opening, readAccount } from './read.ts';
import { ACCOUNT_NAME_MAX, type AccountInput } from './schema.ts';
import { takeFromWhole } from './whole.ts';

/** Protects against runaway programs; nobody has as many. */
export const MOST_ACCOUNTS = 100;

/**
 * Adds an account after the person's others, with its opening balance if one is given.
 * @param options.isPart whether its money is counted in the first account, out of which it is taken then
 * @param options.id by default a new one
 * @throws DomainError ACCOUNT_EXISTS (409) for a name in use, VALIDATION_ERROR for card fields of another kind, and
 * NOT_FOUND for a paying account that is not theirs
 */
export async function createAccount(
  context: Writing,
  input: AccountInput,
  { isPart = false, id }: { isPart?: boolean; id?: string } = {},
): Promise<AccountState> {
  const { viewer } = context;
  return inLedger(context, async (ledger, inside) => {
    const { tx } = ledger;
    const existing = await findAccounts(tx, viewer.id);
    if (existing.length >= MOST_ACCOUNTS) throw invalid({ field: 'name', message: 'errors:accountsMost' });
    const row = newAccount(context, input, existing, id);
    refuseAccount(accountErrorsOf(context, row, existing, input));
    await insertAccount(tx, row);
    if (input.position !== undefined) await renumber(tx, { ...row, position: input.position });
    await setOpening(inside, row, input);
    if (isPart) await takeFromWhole(ledger, inside, row, input.opening_balance ?? 0);
    await ledger.updateTotals();
    return readAccount(inside, row.id);
  });
}

/** What an account will be, after those that are there. */
export function newAccount(
  { viewer, now }: Pick<Reading, 'viewer' | 'now'>,
  input: AccountInput,
  existing: readonly AccountRow[],
  id = newId(now),
): AccountRow {
  return {
    user_id: viewer.id,
    id,
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
}

/** What is wrong with a new account. Parts that are not valid by themselves are missing. */
export async function newAccountErrors(
  context: Reading,
  { kind = 'other', ...input }: Partial<AccountInput>,
): Promise<FieldError[]> {
  const existing = await findAccounts(context.db, context.viewer.id);
  const row = newAccount(context, { name: '', ...input, kind }, existing);
  return accountErrorsOf(context, row, existing, input);
}

/** Puts the account at its position among the others, which are numbered from 0 again. */
export async function renumber(tx: Tx, moved: AccountRow): Promise<void> {
  const others = (await findAccounts(tx, moved.user_id)).filter(({ id }) => id !== moved.id);
  const order = others.toSpliced(moved.position, 0, moved);
  for (const [position, row] of order.entries())
    if (row.position !== position || row === moved) await updateAccount(tx, { ...row, position });
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
function isNameTaken(others: readonly AccountRow[], name: string): boolean {
  const key = nameKey(name);
  return (
    name !== '' &&
    others.some((other) => LOCALES.some((locale) => nameKey(accountName(other, locale)) === key))
  );
}

/** The name, or one that begins with it, if it is taken. */
export function freeName(others: readonly AccountRow[], name: string): string {
  let free = name;
  for (let number = 2; isNameTaken(others, free); number += 1) {
    const end = ` (${number})`;
    free = beginningOf(name, ACCOUNT_NAME_MAX - end.length) + end;
  }
  return free;
}

/** What is wrong with an account among the person's others, and with its opening balance. */
export function accountErrorsOf(
  context: Pick<Reading, 'viewer' | 'now'>,
  row: AccountRow,
  all: readonly AccountRow[],
  {
    opening_balance,
    opening_date,
  }: Pick<AccountInput, 'opening_date'> & { opening_balance?: number | null | undefined },
  before?: AccountRow,
): FieldError[] {
  const others = all.filter(({ id }) => id !== row.id);
  const errors = cardErrors(row, others);
  if (isNameTaken(others, row.name)) errors.push({ field: 'name', message: 'errors:ACCOUNT_EXISTS' });
  const payer = others.find(({ id }) => id === row.pays_from);
  if (payer?.is_archived === 1 && before?.pays_from !== payer.id)
    errors.push({ field: 'pays_from', message: 'errors:accountArchived' });
  if (row.kind === 'credit_card' && others.some(({ pays_from }) => pays_from === row.id))
    errors.push({ field: 'kind', message: 'errors:paysCards' });
  const decimals = opening_balance ? decimalsError(opening_balance, currencyOf(row, context.viewer)) : null;
  if (decimals) errors.push({ ...decimals, field: 'opening_balance' });
  if (opening_date && isTooFarAhead(opening_date, todayOf(context)))
    errors.push({ field: 'opening_date', message: 'errors:dateFuture' });
  return errors;
}

/** A name in use alone has a code of its own. @throws DomainError as `createAccount` does */
export function refuseAccount(errors: readonly FieldError[]): void {
  const isTaken = errors.every(({ message }) => message === 'errors:ACCOUNT_EXISTS');
  if (errors.length > 0 && isTaken) throw new DomainError('ACCOUNT_EXISTS', 409, { fields: [...errors] });
  refuse(errors);
}

/** What is wrong with the fields that only cards have. */
export function cardErrors(
  row: Pick<AccountRow, 'id' | 'kind' | 'billing_day' | 'pays_from'>,
  all: readonly Pick<AccountRow, 'id' | 'kind'>[],
): FieldError[] {
  const isCard = row.kind === 'credit_card';
  const payer = all.find(({ id }) => id === row.pays_from);
  const wrong = !isCard
    ? 'errors:cardOnly'
    : row.pays_from === row.id
      ? 'errors:paysItself'
      : !payer
        ? 'errors:accountMissing'
        : payer.kind === 'credit_card' && 'errors:paysFromCard';
  return [
    ...(row.billing_day !== null && !isCard
      ? [{ field: 'billing_day', message: 'errors:cardOnly' } as const]
      : []),
    ...(row.pays_from !== null && wrong ? [{ field: 'pays_from', message: wrong } as const] : []),
  ];
}
