import type { Db } from '../../db/open.ts';
import type { AccountRow } from '../../db/tables.ts';
import { todayOf } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { type FieldError, invalid, notFound } from '../error.ts';
import { countedAs } from '../ledger/reserved-categories.ts';
import { toDecimal } from '../money.ts';
import { fromSnapshot } from '../snapshot.ts';
import { validChecks } from './checks/lock.ts';
import { currencyOf } from './currencies/currency.ts';
import {
  countByAccount,
  findAccounts,
  findOpenings,
  findUnrated,
  sumAccounts,
} from './money-accounts.queries.ts';
import { accountName } from './name.ts';

/**
 * What an account began with, in its currency; minor units. One into which others were merged has what all of them began
 * with, and the earliest day.
 */
export interface Opening {
  /** The id of the earliest one. */
  id: string;
  amount: number;
  date: string;
}

/** An account with its money today, in minor units. */
export interface AccountMoney {
  row: AccountRow;
  /** In its currency, as its opening balance. */
  balance: number;
  /** Its balance in the person's currency, by the rates that were fixed. */
  ownBalance: number;
}

/** With its transactions and its opening balance. */
export interface AccountState extends AccountMoney {
  /** Upcoming transactions included. */
  count: number;
  opening: Opening | null;
}

/** In the person's order; archived accounts only on request. */
export function readAccounts(
  context: Reading,
  { archived = false }: { archived?: boolean } = {},
): Promise<AccountState[]> {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    const rows = await findAccounts(db, viewer.id);
    const money = await moneyIn(inside, archived ? rows : rows.filter(isOpen));
    const counts = await countByAccount(db, viewer.id);
    const openings = Map.groupBy(await findOpenings(db, viewer.id), ({ account_id }) => account_id);
    return money.map((one) => {
      const own = openings.get(one.row.id) ?? [];
      return {
        ...one,
        count: counts.get(one.row.id) ?? 0,
        opening: own[0]
          ? {
              id: own[0].id,
              amount: own.reduce((sum, some) => sum + countedAs(some).amount, 0),
              date: own[0].date,
            }
          : null,
      };
    });
  });
}

/** Whether an account takes new transactions. */
export const isOpen = ({ is_archived }: Pick<AccountRow, 'is_archived'>) => is_archived === 0;

async function moneyIn(context: Reading, rows: readonly AccountRow[]): Promise<AccountMoney[]> {
  const balances = await sumAccounts(context.db, context.viewer.id, todayOf(context));
  return rows.map((row) => {
    const { amount = 0, own = 0 } = balances.get(row.id) ?? {};
    return { row, balance: amount, ownBalance: own };
  });
}

/** The money in the open accounts, in the person's order. */
export function readMoneyInAccounts(context: Reading): Promise<AccountMoney[]> {
  return fromSnapshot(context, async (inside) =>
    moneyIn(inside, (await findAccounts(inside.db, inside.viewer.id)).filter(isOpen)),
  );
}

/** The open accounts, and the archived ones whose money counts; both empty where there is one account for all of it. */
export async function readSeveralAccounts(
  context: Reading,
): Promise<{ open: AccountMoney[]; archived: AccountMoney[] }> {
  const rows = await findAccounts(context.db, context.viewer.id);
  const money = rows.length > 1 ? await moneyIn(context, rows) : [];
  const open = money.filter(({ row }) => isOpen(row));
  const archived = money.filter(
    ({ row, balance, ownBalance }) =>
      !isOpen(row) && row.in_balance === 1 && (balance !== 0 || ownBalance !== 0),
  );
  return open.length > 1 || archived.length > 0 ? { open, archived } : { open: [], archived: [] };
}

/** At the end of a day, in the account's currency; minor units. */
export async function balanceOn(db: Db, userId: string, id: string, date: string): Promise<number> {
  return (await sumAccounts(db, userId, date)).get(id)?.amount ?? 0;
}

/** @throws DomainError NOT_FOUND */
export async function readAccount(context: Reading, id: string): Promise<AccountState> {
  const state = (await readAccounts(context, { archived: true })).find(({ row }) => row.id === id);
  if (!state) throw notFound();
  return state;
}

/**
 * The account of a transaction or template that is about to be written: the requested one, or the first open one
 * in the person's currency, if there is any.
 * @throws DomainError that names the field: NOT_FOUND, or VALIDATION_ERROR for an archived account
 */
export async function accountFor(db: Db, userId: string, id: string | null | undefined): Promise<AccountRow> {
  const rows = await findAccounts(db, userId);
  if (!id) return firstOpen(rows);
  const row = rows.find((account) => account.id === id);
  const error = accountError(row);
  if (!row || error?.message === MISSING.message) throw notFound([MISSING]);
  if (error) throw invalid(error);
  return row;
}

const MISSING: FieldError = { field: 'accountId', message: 'errors:accountMissing' };

/** Which of the accounts that fields name cannot get new transactions; what is not sent, or stays, is no error. */
export function accountErrors(
  accounts: ReadonlyMap<string, AccountRow>,
  sent: Readonly<Record<string, string | null | undefined>>,
  kept: Readonly<Record<string, string | null | undefined>> = {},
): FieldError[] {
  return Object.entries(sent).flatMap(([field, id]) => {
    const error = id && id !== kept[field] ? accountError(accounts.get(id)) : null;
    return error ? [{ ...error, field }] : [];
  });
}

/** Why an account cannot get new transactions; null if it can. */
export function accountError(row: AccountRow | undefined): FieldError | null {
  if (!row) return MISSING;
  return isOpen(row) ? null : { field: 'accountId', message: 'errors:accountArchived' };
}

export async function accountsById({
  db,
  viewer,
}: Pick<Reading, 'db'> & { viewer: { id: string } }): Promise<Map<string, AccountRow>> {
  return new Map((await findAccounts(db, viewer.id)).map((row) => [row.id, row]));
}

/** The account of a stored row, which references it. */
export function accountOf(
  accounts: ReadonlyMap<string, AccountRow>,
  { account_id }: { account_id: string },
): AccountRow {
  const account = accounts.get(account_id);
  if (!account) throw new Error('A transaction has an account.');
  return account;
}

/** There is always one: the last open account cannot be archived. */
export function firstOpen(rows: readonly AccountRow[]): AccountRow {
  const open = rows.filter(isOpen);
  // Whoever names no account means amounts in the person's currency.
  const first = open.find(({ currency }) => currency === null) ?? open[0];
  if (!first) throw new Error('Everybody has an open account.');
  return first;
}

/** Accounts for API answers: amounts as decimals. */
export async function presentAccounts(context: Reading, states: readonly AccountState[]) {
  const valid = await validChecks(
    context,
    states.map(({ row }) => row),
  );
  const unrated = await readUnrated(context);
  return states.map((state) => {
    const { id } = state.row;
    return presented(state, { isRight: valid.has(id), isRated: !unrated.has(id) }, context);
  });
}

export async function presentAccount(context: Reading, state: AccountState): Promise<PresentedAccount> {
  const [account] = await presentAccounts(context, [state]);
  return account as PresentedAccount;
}

/** The accounts with money of unknown worth, because a rate is missing. */
export function readUnrated(context: Reading): Promise<ReadonlySet<string>> {
  return findUnrated(context.db, context.viewer.id, todayOf(context));
}

/** Those of `readUnrated` that count, so that sums of all lack something. */
export async function readLacking(context: Reading): Promise<{ row: AccountRow }[]> {
  const unrated = await readUnrated(context);
  if (unrated.size === 0) return [];
  const rows = [...(await accountsById(context)).values()];
  return rows.flatMap((row) => (row.in_balance === 1 && unrated.has(row.id) ? [{ row }] : []));
}

/** @param isRight whether the account is still what the latest check against the bank found right */
function presented(
  { row, balance, ownBalance, opening }: AccountState,
  { isRight, isRated }: { isRight: boolean; isRated: boolean },
  { viewer, locale }: Pick<Reading, 'viewer' | 'locale'>,
) {
  return {
    id: row.id,
    name: accountName(row, locale),
    kind: row.kind,
    currency: currencyOf(row, viewer),
    number: row.number,
    icon: row.icon,
    color: row.color,
    position: row.position,
    is_archived: row.is_archived === 1,
    in_balance: row.in_balance === 1,
    billing_day: row.billing_day,
    pays_from: row.pays_from,
    opening_balance: toDecimal(opening?.amount ?? 0),
    opening_date: opening?.date ?? null,
    balance: toDecimal(balance),
    balance_converted: toDecimal(ownBalance),
    lacks_rate: !isRated,
    reconciled_until: isRight ? row.checked_until : null,
    reconciled_balance: isRight && row.checked_balance !== null ? toDecimal(row.checked_balance) : null,
    updated_at: row.updated_at,
  };
}

export type PresentedAccount = ReturnType<typeof presented>;

/** Minor units of the person's currency, of the accounts that count; without what `readUnrated` is about. */
export function netWorth(states: readonly AccountMoney[]): number {
  return states.reduce((sum, { row, ownBalance }) => (row.in_balance === 1 ? sum + ownBalance : sum), 0);
}
