import { expect } from 'vitest';
import type { TransactionRow } from '../../src/db/tables.ts';
import { payeeKey } from '../../src/domain/analytics/payee-key.ts';
import { countedAs, isReserved, TRANSFER } from '../../src/domain/ledger/reserved-categories.ts';
import type { EngineUnderTest } from './databases.ts';
import type { Member } from './members.ts';

/** Compares a person's stored totals with the sums of their transactions, to the last unit. */
export async function expectStoredTotals({ db }: EngineUnderTest, { id }: Pick<Member, 'id'>): Promise<void> {
  const rows = await db.selectFrom('transactions').selectAll().where('user_id', '=', id).execute();
  const keyed = (periodOf: (date: string) => string) => {
    const sums = new Map<string, [bigint, number]>();
    for (const row of rows) {
      const { type, amount } = countedAs(row);
      const key = [periodOf(row.date), type, row.category_id ?? ''].join(' ');
      const [sum, count] = sums.get(key) ?? [0n, 0];
      // A transfer is counted once, by the side that pays.
      const isCounted = row.category_id !== TRANSFER.income;
      sums.set(key, [sum + BigInt(amount), count + Number(isCounted)]);
    }
    return sums;
  };
  const daily = await db.selectFrom('daily_totals').selectAll().where('user_id', '=', id).execute();
  const monthly = await db.selectFrom('monthly_totals').selectAll().where('user_id', '=', id).execute();
  expect(nonZero(daily.map((row) => ({ ...row, period: row.date })))).toEqual(keyed((date) => date));
  expect(nonZero(monthly.map((row) => ({ ...row, period: row.month })))).toEqual(
    keyed((date) => date.slice(0, 7)),
  );
  await expectStoredFacets(db, id, rows);
}

/** In shekels, and in yen. */
const SIZE_LIMITS = [0, 1000, 5000, 20_000, 100_000, 500_000, 2_000_000, 10_000_000];

/** Compares stored facets with the sums of the rows, and expects none without a transaction. */
async function expectStoredFacets(
  db: EngineUnderTest['db'],
  id: string,
  rows: TransactionRow[],
): Promise<void> {
  const sums: Record<string, { amount: number; count: number }> = {};
  for (const row of rows) {
    if (isReserved(row.category_id)) continue;
    const values = {
      hour: row.time.slice(0, 2),
      size: String(SIZE_LIMITS.findLast((limit) => limit <= row.amount)),
      recurring: row.template_id ? '1' : '0',
      payee: payeeKey(row.merchant_name ?? row.description),
      weekday: String(new Date(row.date).getUTCDay()),
    };
    for (const [facet, value] of Object.entries(values)) {
      const key = [facet, row.date.slice(0, 7), row.type, value].join(' ');
      const sum = sums[key] ?? { amount: 0, count: 0 };
      sums[key] = { amount: sum.amount + row.amount, count: sum.count + 1 };
    }
  }
  const stored = await db.selectFrom('monthly_facets').selectAll().where('user_id', '=', id).execute();
  expect(
    Object.fromEntries(
      stored.map(({ facet, month, type, value, amount, count }) => [
        [facet, month, type, value].join(' '),
        { amount, count },
      ]),
    ),
  ).toEqual(sums);
}

interface Total {
  period: string;
  type: string;
  category_id: string;
  amount: number;
  count: number;
}

function nonZero(rows: Total[]): Map<string, [bigint, number]> {
  for (const { type, amount, count } of rows)
    if (count === 0 && amount !== 0 && type !== 'transfer')
      throw new Error('an amount without a transaction');
  return new Map(
    rows
      .filter(({ amount, count }) => amount !== 0 || count !== 0)
      .map(({ period, type, category_id, amount, count }) => [
        [period, type, category_id].join(' '),
        [BigInt(amount), count],
      ]),
  );
}
