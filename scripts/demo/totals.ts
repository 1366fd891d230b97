import { sql } from 'kysely';
import type { DailyTotalRow, MonthlyTotalRow, TransactionRow } from '../../src/db/tables.ts';
import { monthOf } from '../../src/domain/calendar.ts';
import type { Tx } from '../../src/domain/transact.ts';

const ROWS_A_STATEMENT = 500;

/** Adds transactions to the kept totals: summed up first, so that a million of them cost a few thousand rows. */
export async function addTotals(tx: Tx, rows: TransactionRow[]): Promise<void> {
  const daily = new Map<string, DailyTotalRow>();
  const monthly = new Map<string, MonthlyTotalRow>();
  for (const { user_id, type, category_id, date, amount } of rows) {
    const total = { user_id, type, category_id: category_id ?? '', amount: 0, count: 0 };
    const month = monthOf(date);
    add(daily, `${date} ${type} ${total.category_id}`, { ...total, date }, amount);
    add(monthly, `${month} ${type} ${total.category_id}`, { ...total, month }, amount);
  }
  await addDaily(tx, [...daily.values()]);
  await addMonthly(tx, [...monthly.values()]);
}

function add<Total extends { amount: number; count: number }>(
  totals: Map<string, Total>,
  key: string,
  empty: Total,
  amount: number,
): void {
  const total = totals.get(key) ?? empty;
  total.amount += amount;
  total.count += 1;
  totals.set(key, total);
}

async function addDaily(tx: Tx, rows: DailyTotalRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await tx
      .insertInto('daily_totals')
      .values(rows.slice(start, start + ROWS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'date', 'type', 'category_id']).doUpdateSet({
          amount: sql<number>`daily_totals.amount + excluded.amount`,
          count: sql<number>`daily_totals.count + excluded.count`,
        }),
      )
      .execute();
  }
}

async function addMonthly(tx: Tx, rows: MonthlyTotalRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await tx
      .insertInto('monthly_totals')
      .values(rows.slice(start, start + ROWS_A_STATEMENT))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'month', 'type', 'category_id']).doUpdateSet({
          amount: sql<number>`monthly_totals.amount + excluded.amount`,
          count: sql<number>`monthly_totals.count + excluded.count`,
        }),
      )
      .execute();
  }
}
