import { expect } from 'vitest';
import type { EngineUnderTest } from './databases.ts';
import type { Member } from './members.ts';

/** Compares a person's stored totals with the sums of their transactions, to the last unit. */
export async function expectStoredTotals({ db }: EngineUnderTest, { id }: Member): Promise<void> {
  const rows = await db.selectFrom('transactions').selectAll().where('user_id', '=', id).execute();
  const keyed = (periodOf: (date: string) => string) => {
    const sums = new Map<string, [bigint, number]>();
    for (const { date, type, category_id, amount } of rows) {
      const key = [periodOf(date), type, category_id ?? ''].join(' ');
      const [sum, count] = sums.get(key) ?? [0n, 0];
      sums.set(key, [sum + BigInt(amount), count + 1]);
    }
    return sums;
  };
  const daily = await db.selectFrom('daily_totals').selectAll().where('user_id', '=', id).execute();
  const monthly = await db.selectFrom('monthly_totals').selectAll().where('user_id', '=', id).execute();
  expect(nonZero(daily.map((row) => ({ ...row, period: row.date })))).toEqual(keyed((date) => date));
  expect(nonZero(monthly.map((row) => ({ ...row, period: row.month })))).toEqual(
    keyed((date) => date.slice(0, 7)),
  );
}

interface Total {
  period: string;
  type: string;
  category_id: string;
  amount: number;
  count: number;
}

function nonZero(rows: Total[]): Map<string, [bigint, number]> {
  for (const { amount, count } of rows)
    if (count === 0 && amount !== 0) throw new Error('an amount without a transaction');
  return new Map(
    rows
      .filter(({ count }) => count !== 0)
      .map(({ period, type, category_id, amount, count }) => [
        [period, type, category_id].join(' '),
        [BigInt(amount), count],
      ]),
  );
}
