import type { AccountRow, BankImportRow } from '../../../db/tables.ts';
import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { balanceOn, type Opening } from '../../money-accounts/read.ts';
import { countedIn, readWhole } from '../../money-accounts/whole.ts';
import { findTransactionsOf } from '../../transactions/transactions.queries.ts';
import { sumToCome } from '../lines.queries.ts';
import { readStatementOf } from './opening-moves.ts';

/** What a person stated for all their accounts together, as the first account has it; minor units. */
interface StatedWhole {
  row: AccountRow;
  day: string;
  amount: number;
}

/** What was stated for its day, even if imports moved it since. */
export async function readStatedWhole(context: Reading): Promise<StatedWhole | null> {
  const { db, viewer } = context;
  const whole = await readWhole(context);
  const [opening] = whole ? await findTransactionsOf(db, viewer.id, [whole.opening.id]) : [];
  if (!whole || !opening) return null;
  const { row } = whole;
  const { day } = await readStatementOf(db, opening);
  const isMoved = day !== opening.date;
  const amount = isMoved ? await balanceOn(db, viewer.id, row.id, plusDays(day, -1)) : whole.opening.amount;
  return { row, day, amount };
}

/**
 * The balance of a new account on the day for which the person stated the balance of all accounts together, with its
 * opening balance; minor units.
 */
export async function partOfWhole(
  context: Reading,
  row: BankImportRow,
  opening: Pick<Opening, 'amount' | 'date'>,
): Promise<{ whole: StatedWhole; amount: number } | null> {
  const whole = await readStatedWhole(context);
  if (!whole) return null;
  const isEarlier = opening.date < whole.day;
  const rows = isEarlier ? await sumToCome(context.db, row, plusDays(whole.day, -1)) : 0;
  return { whole, amount: opening.amount + rows };
}

/** The stated balance of all accounts without the part that a new account begins with; minor units. */
export async function restOfWhole(context: Reading, row: BankImportRow, amount: number): Promise<number> {
  const date = plusDays(row.period_from ?? todayOf(context), -1);
  const part = await partOfWhole(context, row, { amount, date });
  return part ? part.whole.amount - countedIn(part.whole.amount, part.amount) : 0;
}
