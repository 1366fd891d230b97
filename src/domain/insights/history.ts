import type { TransactionRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { SignedIn } from '../context.ts';
import { findNewest } from '../transactions/queries.ts';
import { observe } from './observed.ts';

/** How far the rules look back, and at how many transactions at most: one look into the index by date. */
export const DAYS_BACK = 90;
export const MOST = 200;

/** A row of the history as the rules look at it. */
export type Past = TransactionRow & { minute: number };

/** The newest transactions of the 90 days up to a local date and of the day after it: at most 200. */
export async function historyAround({ db, viewer }: SignedIn, date: string): Promise<Past[]> {
  const [from, to] = [plusDays(date, -DAYS_BACK), plusDays(date, 1)];
  return (await findNewest(db, viewer.id, from, to, String(MOST), '0')).map(observe);
}
