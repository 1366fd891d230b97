import type { Db } from '../../db/open.ts';
import type { ExchangeRatesRow, RateFailureRow } from '../../db/tables.ts';

export function findLatestRates(db: Db): Promise<ExchangeRatesRow | undefined> {
  return db
    .selectFrom('exchange_rates')
    .selectAll()
    .orderBy('fetched_at', 'desc')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function findRatesBetween(db: Db, from: string, to: string) {
  return db
    .selectFrom('exchange_rates')
    .select(['date', 'rates'])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .execute();
}

export async function storeRates(db: Db, { date, ...rest }: ExchangeRatesRow): Promise<void> {
  await db
    .insertInto('exchange_rates')
    .values({ date, ...rest })
    .onConflict((conflict) => conflict.column('date').doUpdateSet(rest))
    .execute();
}

export function findFailures(db: Db): Promise<RateFailureRow[]> {
  return db.selectFrom('rate_failures').selectAll().execute();
}

export async function storeFailure(db: Db, row: RateFailureRow): Promise<void> {
  await db
    .insertInto('rate_failures')
    .values(row)
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ failed_at: row.failed_at }))
    .execute();
}
