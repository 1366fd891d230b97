import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { changeAccount } from '../../money-accounts/change.ts';
import { type Opening, readAccount } from '../../money-accounts/read.ts';
import { sumToCome } from '../lines.queries.ts';
import { findFirstDay, hasRowsUntil } from '../matching/existing.queries.ts';
import type { ImportState } from '../read-imports.ts';

/** Minor units of the account's currency. */
interface MissingOpening {
  amount: number;
  /** What the person or another file said. */
  replaces: Opening | null;
  /** Whether it is that of the first file of an account; else it mends a difference that may have another reason. */
  isLikely: boolean;
}

/**
 * What an account began with by the bank's closing balance. Null where it agrees without, where the account was checked
 * against the bank, and where it has transactions but no opening balance.
 */
export async function missingOpening(
  context: Reading,
  { row, account, difference, newAccounts }: ImportState,
): Promise<MissingOpening | null> {
  const { period_from: from, period_to: to, status } = row;
  if (!account || !difference || from === null || to === null || status !== 'preview') return null;
  const first = { amount: difference, replaces: null, isLikely: true };
  if (newAccounts.has(account.id)) return first;
  const { count, opening } = await readAccount(context, account.id);
  if (opening === null) return count === 0 ? first : null;
  const amount = difference + (opening.date <= to ? opening.amount : 0);
  if (amount === opening.amount || account.checked_until !== null) return null;
  // The rows from before its day would come on top of it.
  const isLikely = opening.date >= from && !(await hasRowsUntil(context.db, account, to));
  return { amount, replaces: opening, isLikely };
}

/** What an account has today once its rows have come in, with an opening balance before them; minor units. */
export async function balanceWith(
  context: Reading,
  { row, account }: ImportState,
  amount: number,
): Promise<number> {
  const today = todayOf(context);
  const { balance, opening } = await readAccount(context, account?.id ?? '');
  const before = opening && opening.date <= today ? opening.amount : 0;
  return balance - before + amount + (await sumToCome(context.db, row, today));
}

/** Sets it before the first row. Returns what it is, or null where none is missing or it cannot be one. */
export async function setMissingOpening(
  context: Writing,
  state: ImportState,
): Promise<MissingOpening | null> {
  const { row, account } = state;
  const missing = await missingOpening(context, state);
  if (missing === null || !account || row.period_from === null) return null;
  const { amount, replaces } = missing;
  const first = (await findFirstDay(context.db, context.viewer.id, account.id)) ?? row.period_from;
  const [earliest = first] = [first, row.period_from].toSorted();
  const opening_date = replaces && replaces.date < earliest ? replaces.date : plusDays(earliest, -1);
  return changeAccount({ ...context, confirmLocked: true }, account.id, {
    opening_balance: amount,
    opening_date,
  }).then(
    () => missing,
    (error) => {
      // One that is too long ago, or too large, is for its person to write.
      if (error instanceof DomainError) return null;
      throw error;
    },
  );
}
