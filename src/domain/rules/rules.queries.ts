import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { RuleRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { SHOWN_COLUMNS } from '../transactions/fields.ts';

/** In their order. */
export const findRules = prepared((db, userId: string) =>
  db.selectFrom('rules').selectAll().where('user_id', '=', userId).orderBy('position').orderBy('id'),
);

export async function insertRule(tx: Tx, row: RuleRow): Promise<void> {
  await tx.insertInto('rules').values(row).execute();
}

export async function updateRule(tx: Tx, { user_id, id, ...changes }: RuleRow): Promise<void> {
  await tx.updateTable('rules').set(changes).where('user_id', '=', user_id).where('id', '=', id).execute();
}

export async function deleteRules(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('rules').where('user_id', '=', userId).execute();
}

export async function deleteRule(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.deleteFrom('rules').where('user_id', '=', userId).where('id', '=', id).execute();
}

export async function placeRule(tx: Db, userId: string, id: string, position: number): Promise<void> {
  await tx
    .updateTable('rules')
    .set({ position })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

/** @param counts how many transactions each rule had a part in */
export async function countApplied(
  tx: Tx,
  userId: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [id, count] of counts)
    await tx
      .updateTable('rules')
      .set({ applied_count: sql`applied_count + ${count}` })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
}

const MATCHED = [
  'id',
  'type',
  'amount',
  'account_id',
  'description',
  'merchant_name',
  'notes',
  'category_id',
] as const;

/** What rules look at of a person's transactions of some days, newest first; sides of transfers are left out. */
export function findMatchable(
  db: Db,
  userId: string,
  { from, to }: { from?: string | undefined; to: string },
) {
  let query = db
    .selectFrom('transactions')
    .select(MATCHED)
    .where('user_id', '=', userId)
    .where('transfer_id', 'is', null)
    .where('date', '<=', to);
  if (from !== undefined) query = query.where('date', '>=', from);
  return query.orderBy('date', 'desc').orderBy('id', 'desc').execute();
}

/** For at most some hundred ids, newest first. */
export function findShown(db: Db, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('transactions')
    .select(SHOWN_COLUMNS)
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The payees of a person's transactions, with the number of these, the most frequent first. */
export function findPayees(db: Db, userId: string) {
  return db
    .selectFrom('transactions')
    .select(({ fn }) => ['merchant_name', fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('merchant_name', 'is not', null)
    .groupBy('merchant_name')
    .orderBy('count', 'desc')
    .orderBy('merchant_name')
    .execute();
}
