import { plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { isReserved } from '../ledger/reserved-categories.ts';
import type { ShownTransaction } from '../transactions/fields.ts';
import { readNewest } from '../transactions/read.ts';
import { ruleInputOf } from './rule-input.ts';

export const DAYS_BACK = 90;
export const MOST = 200;

export type Past = ShownTransaction & { minute: number };

/** The newest transactions, at most 200, from 90 days before a local date to the day after it. */
export async function historyAround(context: Reading, date: string): Promise<Past[]> {
  const [from, to] = [plusDays(date, -DAYS_BACK), plusDays(date, 1)];
  return (await readNewest(context, { from, to, limit: MOST })).filter(isObserved).map(ruleInputOf);
}

/** The rules ignore opening balances and transfers, which are neither usual nor unusual. */
export function isObserved({ category_id }: Pick<ShownTransaction, 'category_id'>): boolean {
  return !isReserved(category_id);
}
