import { plusDays } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { changeAccount } from '../../money-accounts/change.ts';
import { type Opening, readAccount } from '../../money-accounts/read.ts';
import { hasRowsUntil } from '../matching/existing.queries.ts';
import type { ImportState } from '../read-imports.ts';

/** Minor units of the account's currency. */
export interface MissingOpening {
  amount: number;
  /** What the person or a later file said of a later day; the rows from before that day would come on top of it. */
  replaces: Opening | null;
}

/**
 * What an account held before the first row of its first file, by the bank's closing balance. Null where it agrees
 * without, and for an account that has transactions already.
 */
export async function missingOpening(
  context: Reading,
  { row, account, difference, newAccounts }: ImportState,
): Promise<MissingOpening | null> {
  const { period_from: from, period_to: to, status } = row;
  if (!account || !difference || from === null || to === null || status !== 'preview') return null;
  if (newAccounts.has(account.id)) return { amount: difference, replaces: null };
  const { count, opening } = await readAccount(context, account.id);
  if (opening === null) return count === 0 ? { amount: difference, replaces: null } : null;
  const isLater = opening.date >= from && account.checked_until === null;
  if (!isLater || (await hasRowsUntil(context.db, account, to))) return null;
  const amount = difference + (opening.date <= to ? opening.amount : 0);
  return amount === 0 ? null : { amount, replaces: opening };
}

/** Sets it the day before the first row. Returns it, or null where none is missing or it cannot be one. */
export async function setMissingOpening(context: Writing, state: ImportState): Promise<number | null> {
  const { row, account } = state;
  const missing = await missingOpening(context, state);
  if (missing === null || !account || row.period_from === null) return null;
  const { amount } = missing;
  const opening_date = plusDays(row.period_from, -1);
  return changeAccount({ ...context, confirmLocked: true }, account.id, {
    opening_balance: amount,
    opening_date,
  }).then(
    () => amount,
    (error) => {
      // One that is too long ago, or too large, is for its person to write.
      if (error instanceof DomainError) return null;
      throw error;
    },
  );
}
