import type { AccountRow } from '../../../db/tables.ts';
import { translator } from '../../../i18n/translate.ts';
import { todayOf } from '../../calendar.ts';
import { signedCharge } from '../../charged.ts';
import type { Reading, Writing } from '../../context.ts';
import { decimalsError } from '../../currency.ts';
import { DomainError, invalid } from '../../error.ts';
import { inLedger } from '../../ledger/ledger.ts';
import { MAX_AMOUNT, toDecimal } from '../../money.ts';
import { fromSnapshot } from '../../snapshot.ts';
import { createTransaction } from '../../transactions/create.ts';
import { type Entry, namedIn } from '../../transactions/present.ts';
import { nextVersion } from '../../version.ts';
import { currencyOf } from '../currencies/currency.ts';
import { updateAccount } from '../money-accounts.queries.ts';
import { type AccountState, readAccount } from '../read.ts';
import { balanceOf } from '../report/history.ts';
import { findUnchecked, leaveOpen } from './checks.queries.ts';
import { validChecks } from './lock.ts';

/** How many transactions a check lists; earlier ones count as right. */
export const CHECKED_MOST = 200;

export type Check = Awaited<ReturnType<typeof readCheck>>;

/**
 * What is to be checked of an account on a day, today unless named. `checked` is the balance of everything that is not
 * listed, and `balance` that of the account; minor units.
 * @throws DomainError NOT_FOUND
 */
export function readCheck(context: Reading, id: string, date = todayOf(context)) {
  return fromSnapshot(context, async (inside) => {
    const { db, viewer } = inside;
    const state = await readAccount(inside, id);
    const { checked_until, checked_at } = state.row;
    const since = { account: id, until: checked_until ?? '', at: checked_at ?? '', to: date };
    const unchecked = await findUnchecked(db, viewer.id, since, CHECKED_MOST + 1);
    const rows = unchecked
      .slice(0, CHECKED_MOST)
      .map((row) => ({ ...namedIn(row, inside.locale), signed: signedCharge(row) }));
    const balance = await balanceOf(inside, id, date);
    return {
      state,
      date,
      balance,
      rows,
      checked: balance - rows.reduce((sum, { signed }) => sum + signed, 0),
      hasMore: unchecked.length > CHECKED_MOST,
    };
  });
}

/** What is missing for a check to be right: minor units, zero when it is. */
export function differenceOf({ rows, checked }: Check, bank: number, ids: readonly string[]): number {
  const ticked = new Set(ids);
  return rows.reduce((left, { id, signed }) => (ticked.has(id) ? left - signed : left), bank - checked);
}

interface Finished {
  /** What the bank shows, in minor units. */
  balance: number;
  date: string;
  /** What the bank shows too, by default everything; others stay open for the next check. */
  transactionIds?: string[] | undefined;
  /** Records a difference as a transaction of that day. */
  adjust: boolean;
}

/**
 * Keeps that an account is right until a day, from which on earlier transactions are locked.
 * @returns the account, and the difference with the transaction that it became, if there was one
 * @throws DomainError NOT_FOUND, NOT_BALANCED (409) while there is a difference, VALIDATION_ERROR for a day before the
 * latest check
 */
export async function finishCheck(
  context: Writing,
  id: string,
  { balance, date, transactionIds, adjust }: Finished,
): Promise<{ state: AccountState; difference: number; adjustment: Entry | null }> {
  return inLedger(context, async (ledger, inside) => {
    const check = await readCheck(inside, id, date);
    const { row } = check.state;
    const error = decimalsError(balance, currencyOf(row, inside.viewer));
    if (error) throw invalid({ ...error, field: 'balance' });
    if (row.checked_until !== null && date < row.checked_until)
      throw invalid({ field: 'date', message: 'errors:checkBefore' });
    const listed = check.rows.map((one) => one.id);
    const ticked = transactionIds ?? listed;
    const difference = differenceOf(check, balance, ticked);
    if (difference !== 0 && !adjust) throw new NotBalanced(difference, await heldUntil(inside, row));
    if (Math.abs(difference) > MAX_AMOUNT) throw invalid({ field: 'balance', message: 'errors:amountMax' });
    const adjustment =
      difference === 0
        ? null
        : await createTransaction(
            { ...inside, confirmLocked: true },
            {
              type: difference < 0 ? 'expense' : 'income',
              amount: Math.abs(difference),
              description: translator(inside.locale)('money:adjustment'),
              date,
              accountId: id,
            },
          );
    // Requests are served in any order, and what this check counts came before it.
    const instants = [
      inside.now.toISOString(),
      row.checked_at ?? '',
      ...check.rows.map((one) => one.created_at),
    ];
    const latest = instants.toSorted().at(-1) ?? null;
    const open = listed.filter((one) => !ticked.includes(one));
    await leaveOpen(ledger.tx, row.user_id, id, open);
    await updateAccount(ledger.tx, {
      ...row,
      checked_until: date,
      checked_balance: balance,
      checked_at: latest,
      updated_at: nextVersion(row, inside.now),
    });
    await ledger.updateTotals();
    return { state: await readAccount(inside, id), difference, adjustment };
  });
}

/** The day of the latest check of an account, if it still holds. */
async function heldUntil(context: Reading, row: AccountRow): Promise<string | null> {
  return (await validChecks(context, [row])).has(row.id) ? row.checked_until : null;
}

/** As `finishCheck`; a difference that is not to become an adjustment is answered, and nothing is kept. */
export async function reconcile(context: Writing, id: string, input: Finished) {
  try {
    const { state, difference, adjustment } = await finishCheck(context, id, input);
    return { difference, until: state.row.checked_until, adjustment };
  } catch (error) {
    if (!(error instanceof NotBalanced)) throw error;
    return { difference: error.difference, until: error.until, adjustment: null };
  }
}

class NotBalanced extends DomainError {
  readonly difference: number;
  readonly until: string | null;

  constructor(difference: number, until: string | null) {
    super('NOT_BALANCED', 409, {
      fields: [{ field: 'balance', message: 'errors:NOT_BALANCED' }],
      details: { difference: toDecimal(difference) },
    });
    this.difference = difference;
    this.until = until;
  }
}
