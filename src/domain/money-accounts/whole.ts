import { setOpeningBalance } from '../balance/opening-balance.ts';
import { plusDays } from '../calendar.ts';
import type { Reading, Writing } from '../context.ts';
import { invalid } from '../error.ts';
import { inLedger } from '../ledger/ledger.ts';
import { currencyOf } from './currencies/currency.ts';
import { FIRST_ACCOUNT } from './first-account.ts';
import { type AccountState, balanceOn, type Opening, readAccounts } from './read.ts';

/** The first account, with what a person said to have in all of theirs together. */
export type Whole = AccountState & { opening: Opening };

/** What was taken out of the whole, in minor units, and its day. */
export interface Taken {
  amount: number;
  date: string;
}

/** Null where the first account says itself what it has: by its number, or checked against the bank. */
export async function readWhole(context: Reading): Promise<Whole | null> {
  const first = (await readAccounts(context)).find(({ row }) => row.id === FIRST_ACCOUNT);
  const { row, opening } = first ?? {};
  if (!first || !row || !opening || row.number !== null || row.checked_until !== null) return null;
  return { ...first, opening };
}

/**
 * Takes what an account had on the day of the whole out of it, because it was counted there.
 * @returns how much; null where there is no whole
 * @throws DomainError VALIDATION_ERROR where the currencies differ
 */
export function takeFromWhole(context: Writing, id: string): Promise<Taken | null> {
  const { viewer } = context;
  return inLedger(context, async (ledger, inside) => {
    await ledger.updateTotals();
    const whole = await readWhole(inside);
    const part = (await readAccounts(inside)).find(({ row }) => row.id === id);
    if (!whole || !part?.opening || id === whole.row.id) return null;
    if (currencyOf(part.row, viewer) !== currencyOf(whole.row, viewer))
      throw invalid({ field: 'part', message: 'errors:partCurrency' });
    const { date } = whole.opening;
    // An opening balance is that of the beginning of its day.
    const amount =
      part.opening.date >= date
        ? part.opening.amount
        : await balanceOn(ledger.tx, viewer.id, id, plusDays(date, -1));
    await setOpeningBalance(inside, { amount: whole.opening.amount - amount, date }, whole.row.id);
    return { amount, date };
  });
}

/** Puts back what was taken out, if the first account is still there. */
export async function putBackIntoWhole(context: Writing, { amount, date }: Taken): Promise<void> {
  const first = (await readAccounts(context, { archived: true })).find(({ row }) => row.id === FIRST_ACCOUNT);
  if (!first) return;
  const { opening } = first;
  const whole = { amount: (opening?.amount ?? 0) + amount, date: opening?.date ?? date };
  await setOpeningBalance({ ...context, confirmLocked: true }, whole, FIRST_ACCOUNT);
}
