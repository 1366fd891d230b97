import type { AccountRow, TransactionRow } from '../../db/tables.ts';
import { saidByFiles } from '../bank-files/carry-out/made.ts';
import type { TakenFromWhole } from '../bank-files/outcome.ts';
import { createOpeningCategories } from '../categories/defaults.ts';
import { chargedAmount } from '../charged.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid } from '../error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { countedAs, OPENING } from '../ledger/reserved-categories.ts';
import { moveToCurrentAccount, readCurrentAccounts } from '../transactions/move-to-current.ts';
import { readRowsOf } from '../transactions/read.ts';
import { nextVersion } from '../version.ts';
import { currencyOf } from './currencies/currency.ts';
import { FIRST_ACCOUNT } from './first-account.ts';
import { type AccountState, type Opening, readAccounts } from './read.ts';

/** The first account, while its opening balance is what a person stated for all their accounts together. */
type UndividedAccount = AccountState & { opening: Opening };

/**
 * Null where the first account is one of its own: a person gave it a number, a bank stated what it has, it has a currency, or
 * it was checked against the bank.
 */
export async function readWhole(context: Reading): Promise<UndividedAccount | null> {
  const { db, viewer } = context;
  const first = (await readAccounts(context)).find(({ row }) => row.id === FIRST_ACCOUNT);
  const [opening] = first?.opening ? await readRowsOf({ db, viewer }, [first.opening.id]) : [];
  if (!first?.opening || !opening) return null;
  const { number, currency, checked_until } = first.row;
  const said = await saidByFiles(db, first.row, opening);
  const isNumbered = number !== null && !said.number;
  const isOwn = isNumbered || said.opening || currency !== null || checked_until !== null;
  return isOwn ? null : { ...first, opening: first.opening };
}

/** The part of an amount that can have been counted in the whole: at most all of it. */
export const countedIn = (whole: number, amount: number) =>
  amount > 0 ? Math.min(amount, Math.max(0, whole)) : amount;

/**
 * Takes what an account has out of the whole, because it was counted there.
 * @param said the balance of all accounts, in minor units; by default the opening balance
 * @returns null where there is no whole
 * @throws DomainError VALIDATION_ERROR where the currencies differ
 */
export async function takeFromWhole(
  ledger: Ledger,
  context: Writing,
  account: AccountRow,
  money: number,
  said?: number,
): Promise<TakenFromWhole | null> {
  const { viewer, now } = context;
  const whole = await readWhole(context);
  const amount = countedIn(said ?? whole?.opening.amount ?? 0, money);
  const [before] = whole ? await readRowsOf({ db: ledger.tx, viewer }, [whole.opening.id]) : [];
  if (!whole || !before || amount === 0 || account.id === whole.row.id) return null;
  if (currencyOf(account, viewer) !== viewer.currency)
    throw invalid({ field: 'part', message: 'errors:partCurrency' });
  await shift(ledger, before, -amount, now);
  return { amount, before };
}

/** Adds what was taken out to the opening balance as it is now, or makes one of it. */
export async function putBackIntoWhole(
  ledger: Ledger,
  { amount, before }: TakenFromWhole,
  now: Date,
): Promise<void> {
  const [there] = await readRowsOf({ db: ledger.tx, viewer: { id: ledger.userId } }, [before.id]);
  if (there) await shift(ledger, there, amount, now);
  // It was set to nothing since: what is put back is all that it has.
  else await insertOpening(ledger, before, amount, now);
}

/**
 * One that was deleted, with another amount in the currency of its account, in which that account's money is now; none
 * where the account is gone with it.
 */
export async function insertOpening(
  ledger: Ledger,
  before: TransactionRow,
  amount: number,
  now: Date,
): Promise<void> {
  const current = await readCurrentAccounts(ledger);
  if (current.follow(before.account_id).current === null) return;
  await createOpeningCategories(ledger.tx, ledger.userId, now);
  await ledger.insert([await moveToCurrentAccount(ledger, withAmount(before, amount), current)]);
}

/**
 * Changes an opening balance by an amount in the currency of its account.
 * @returns what it is then; null where nothing is left of it
 */
export async function shift(
  ledger: Ledger,
  before: TransactionRow,
  by: number,
  now: Date,
  date = before.date,
): Promise<TransactionRow | null> {
  const row = shifted(before, by);
  if (chargedAmount(row) === 0) {
    await ledger.delete([before.id]);
    return null;
  }
  await createOpeningCategories(ledger.tx, ledger.userId, now);
  const after = { ...row, date, updated_at: nextVersion(before, now) };
  await ledger.update([after]);
  return after;
}

/** As `shift` changes it; what is left may be nothing. */
export function shifted(before: TransactionRow, by: number): TransactionRow {
  const { amount } = countedAs({ ...before, amount: chargedAmount(before) });
  return withAmount(before, amount + by);
}

/** At the rate that it has. */
function withAmount(row: TransactionRow, amount: number): TransactionRow {
  const type = amount < 0 ? 'expense' : 'income';
  const charged = Math.abs(amount);
  const { account_amount: before } = row;
  return {
    ...row,
    type,
    category_id: OPENING[type],
    ...(before === null
      ? { amount: charged }
      : { account_amount: charged, amount: Math.round((charged * row.amount) / before) }),
  };
}
