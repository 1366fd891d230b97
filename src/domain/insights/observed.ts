import type { TransactionRow } from '../../db/tables.ts';

type Looked = Pick<
  TransactionRow,
  'type' | 'amount' | 'description' | 'merchant_name' | 'category_id' | 'template_id' | 'date' | 'time'
> & { id?: string | undefined };

/**
 * What the rules look at of a transaction: `amount` in minor units, `date` and `time` on its own clock, and `minute`,
 * the same as minutes since 1970, for distances between two. One that is only being typed has no `id`.
 */
export type Observed = Looked & { minute: number };

const MINUTE = 60_000;

/** A transaction as the rules look at it. */
export function observe<Transaction extends Looked>(
  transaction: Transaction,
): Transaction & { minute: number } {
  return { ...transaction, minute: Date.parse(`${transaction.date}T${transaction.time}Z`) / MINUTE };
}

/** All but the transaction itself, which is told by its id. */
export function others<Past extends Observed>(history: readonly Past[], { id }: Observed): readonly Past[] {
  return id === undefined ? history : history.filter((past) => past.id !== id);
}

/** A share between 0 and 1 in hundredths, so that the thresholds mean what they say and no float rests on them. */
export function inHundredths(share: number): number {
  return Math.round(share * 100) / 100;
}
