import { plusDays } from '../../calendar.ts';
import type { Reading, Writing } from '../../context.ts';
import { DomainError } from '../../error.ts';
import { changeAccount } from '../../money-accounts/change.ts';
import { readAccount } from '../../money-accounts/read.ts';
import type { ImportState } from '../read-imports.ts';

/**
 * What an account held before the first row of its first file, by the bank's closing balance; minor units. Null where it
 * agrees without, and for an account that has transactions already.
 */
export async function missingOpening(
  context: Reading,
  { row, account, difference, newAccounts }: ImportState,
): Promise<number | null> {
  if (!account || !difference || row.period_from === null || row.status !== 'preview') return null;
  if (newAccounts.has(account.id)) return difference;
  const { count, opening } = await readAccount(context, account.id);
  return count === 0 && opening === null ? difference : null;
}

/** Sets it the day before the first row. Returns it, or null where none is missing or it cannot be one. */
export async function setMissingOpening(context: Writing, state: ImportState): Promise<number | null> {
  const { row, account } = state;
  const amount = await missingOpening(context, state);
  if (amount === null || !account || row.period_from === null) return null;
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
