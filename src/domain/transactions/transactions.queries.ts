import { sql } from 'kysely';
import { isAmong } from '../../db/engine-functions.ts';
import { chunksOf } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import type { TransactionRow } from '../../db/tables.ts';
import { couldBeId } from '../id.ts';

export function findTransaction(db: Db, userId: string, id: string): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findTransactionsOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<TransactionRow[]> {
  const possible = ids.filter(couldBeId);
  if (possible.length === 0) return [];
  const query = db.selectFrom('transactions').selectAll().where('user_id', '=', userId);
  return query.where(isAmong(db, sql.ref('id'), possible)).execute();
}

export async function findTypesOf(db: Db, userId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('transactions')
    .select('type')
    .distinct()
    .where('user_id', '=', userId)
    .where(isAmong(db, sql.ref('id'), ids))
    .execute();
  return rows.map(({ type }) => type);
}

export function findFollowing(db: Db, userId: string, id: string, most: number): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '>', id)
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Both sides of these transfers. */
export async function findSides(db: Db, userId: string, ids: readonly string[]): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = [];
  for (const chunk of chunksOf(ids.filter(couldBeId)))
    rows.push(...(await selectSides(db, userId, chunk).execute()));
  return rows;
}

// The comparison leads SQLite to the index of transfers; by the ids alone, it reads everything.
export function selectSides(db: Db, userId: string, ids: readonly string[]) {
  const all = db.selectFrom('transactions').selectAll().where('user_id', '=', userId);
  return all.where('transfer_id', '>', '').where('transfer_id', 'in', ids);
}

/** The ids of a purchase's payments from the one with this number on. */
export async function findPayments(db: Db, userId: string, purchase: string, from: number) {
  const rows = await db
    .selectFrom('transactions')
    .select('id')
    .where('user_id', '=', userId)
    .where('installment_of', '>', '')
    .where('installment_of', '=', purchase)
    .where('installment_n', '>=', from)
    .execute();
  return rows.map(({ id }) => id);
}

/** What purchases cost, by the id that their payments share: the sum of all payments, or what is known; minor units. */
export async function findPrices(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, number | null>> {
  if (ids.length === 0) return new Map();
  // By another name, because parts in other accounts than those of `ofAccounts` belong to the price too.
  const rows = await db
    .selectFrom('transactions as parts')
    .select([
      'installment_of',
      sql<
        number | null
      >`case when min(amount) = 0 then null when count(*) = max(installment_total) then sum(amount) else max(installment_price) end`.as(
        'price',
      ),
    ])
    .where('user_id', '=', userId)
    .where('installment_of', '>', '')
    .where(isAmong(db, sql.ref('installment_of'), ids))
    .groupBy('installment_of')
    .execute();
  return new Map(rows.map(({ installment_of, price }) => [installment_of ?? '', price]));
}
