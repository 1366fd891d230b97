import type { Db } from '../../../db/open.ts';
import type { TransactionRow } from '../../../db/tables.ts';
import { inAccount } from '../../transactions/transfers/transfer.ts';
import type { BankRow } from '../file-memory.ts';
import { findKnownRows, OPENING_KIND } from '../known-rows.queries.ts';
import type { Stated } from '../outcome.ts';

/** A move of an opening balance; minor units. */
export type Move = Pick<Stated, 'day' | 'date' | 'by'> & {
  before: Pick<TransactionRow, 'id' | 'updated_at'>;
};

/**
 * An opening balance that imports moved, in the rows of banks of an account's file: as it was stated, and as it was moved.
 * @param said what was stated for `day`; minor units
 */
export function notesOf(row: TransactionRow, day: string, said: number): BankRow[] {
  const moved: BankRow = {
    kind: OPENING_KIND,
    account_id: row.account_id,
    date: row.date,
    amount: inAccount(row),
    currency: null,
    type: row.type,
    description: row.description,
    merchant_name: null,
    external_id: null,
    is_pending: 0,
    installment_n: null,
    charge_date: null,
  };
  return [{ ...moved, date: day, amount: Math.abs(said), type: said < 0 ? 'expense' : 'income' }, moved];
}

/** As the file of an account had it: earlier than any import into this one. */
export async function notedMoves(db: Db, userId: string, opening: string): Promise<Move[]> {
  const [said, moved] = (await findKnownRows(db, userId, [opening])).filter(
    ({ kind }) => kind === OPENING_KIND,
  );
  if (!said || !moved) return [];
  const [before, after] = [said, moved].map(({ type, amount }) => (type === 'income' ? amount : -amount));
  const by = (after ?? 0) - (before ?? 0);
  return [{ day: said.date, date: moved.date, by, before: { id: opening, updated_at: '' } }];
}
