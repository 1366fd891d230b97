import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { isAmong } from '../../../db/engine-functions.ts';
import { chunksOf } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import type { NotTransferRow, Tables, TransactionRow } from '../../../db/tables.ts';
import type { Tx } from '../../../db/transact.ts';
import { OPENING, RESERVED, TRANSFER } from '../../ledger/reserved-categories.ts';
import type { Filter } from '../list/filter.ts';

/** The paying sides, newest first. */
type OfTransfers = Pick<Filter, 'from' | 'to' | 'accounts'>;

function selectPaying(db: Db, userId: string, { from, to, accounts }: OfTransfers) {
  const sides = (type: TransactionRow['type']) =>
    db.selectFrom('transactions').where('user_id', '=', userId).where('category_id', '=', TRANSFER[type]);
  let query = sides('expense').where('transfer_id', '>', '');
  if (from) query = query.where('date', '>=', from);
  if (to) query = query.where('date', '<=', to);
  if (accounts) {
    const arriving = sides('income')
      .select('transfer_id')
      .where(isAmong(db, sql.ref('account_id'), accounts));
    query = query.where((where) =>
      where.or([isAmong(db, sql.ref('account_id'), accounts), where('transfer_id', 'in', arriving)]),
    );
  }
  return query;
}

export function findPaying(
  db: Db,
  userId: string,
  filter: OfTransfers,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ transfer_id: string | null }[]> {
  return selectPaying(db, userId, filter)
    .select('transfer_id')
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countPaying(db: Db, userId: string, filter: OfTransfers): Promise<number> {
  const row = await selectPaying(db, userId, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const SIDE = [
  'id',
  'type',
  'amount',
  'account_amount',
  'account_id',
  'date',
  'time',
  'description',
  'merchant_name',
  'category_id',
] as const;

/** A row that may be one side of a transfer. */
export type Side = Pick<TransactionRow, (typeof SIDE)[number]>;

const orderOf = ({ date, time, id }: Side) => `${date} ${time} ${id}`;

/** The assumed payments of a card's bills, not yet joined with a real one. */
const paidBill = (where: ExpressionBuilder<Tables, 'transactions'>) =>
  where.and([where('category_id', '=', OPENING.income), where('charge_date', 'is not', null)]);

/** Transactions that are nothing special yet and whose amount is known, between two local dates. */
export function selectPossibleSides(
  db: Db,
  userId: string,
  type: TransactionRow['type'],
  { from, to }: { from: string; to: string },
  date: RawBuilder<string> = sql.ref('date'),
) {
  return (
    db
      .selectFrom('transactions')
      .select(SIDE)
      .where('user_id', '=', userId)
      // Not a parameter, because incomes have an index of their own.
      .where('type', '=', sql.lit(type))
      .where(date, '>=', from)
      .where(date, '<=', to)
      .where('amount', '>', 0)
      .where((where) =>
        where.or([
          where('category_id', 'is', null),
          where('category_id', 'not in', RESERVED),
          paidBill(where),
        ]),
      )
  );
}

/**
 * The incomes between two local dates, and the expenses of an amount that an income or one of these bills has. Most
 * expenses have none, and are not read.
 */
export async function findPossibleSides(
  db: Db,
  userId: string,
  { bills, ...dates }: { from: string; to: string; bills: readonly { amount: number; isOwn: boolean }[] },
): Promise<Side[]> {
  const incomes = await selectPossibleSides(db, userId, 'income', dates).execute();
  const amountsOf = (isOwn: boolean) =>
    bills.filter((bill) => bill.isOwn === isOwn).map(({ amount }) => amount);
  const amounts = new Set([...incomes.map(({ amount }) => amount), ...amountsOf(true)]);
  const expenses: Side[] = [];
  // The expression keeps both engines at the index by amount.
  const possible = (date?: RawBuilder<string>) => selectPossibleSides(db, userId, 'expense', dates, date);
  for (const chunk of chunksOf([...amounts]))
    expenses.push(...(await possible(sql`date || ''`).where('amount', 'in', chunk).execute()));
  const charged = amountsOf(false);
  if (charged.length > 0)
    expenses.push(...(await possible().where('account_amount', 'in', charged).execute()));
  const sorted = [...new Map(expenses.map((row) => [row.id, row])).values()].sort((one, other) =>
    orderOf(one) < orderOf(other) ? -1 : 1,
  );
  return [...incomes, ...sorted];
}

/** What accounts received by transfers, and what paid their bills, from a local date on. */
export function findArrived(
  db: Db,
  userId: string,
  accounts: string[],
  from: string,
): Promise<Pick<Side, 'account_id' | 'amount' | 'account_amount' | 'date'>[]> {
  return db
    .selectFrom('transactions')
    .select(['account_id', 'amount', 'account_amount', 'date'])
    .where('user_id', '=', userId)
    .where((where) => where.or([where('category_id', '=', TRANSFER.income), paidBill(where)]))
    .where('date', '>=', from)
    .where(isAmong(db, sql.ref('account_id'), accounts))
    .execute();
}

export async function insertNotTransfer(tx: Tx, row: NotTransferRow): Promise<void> {
  await tx
    .insertInto('not_transfers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findNotTransfers(db: Db, userId: string): Promise<NotTransferRow[]> {
  return db
    .selectFrom('not_transfers')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('expense_id')
    .orderBy('income_id')
    .execute();
}

export async function deleteNotTransfers(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('not_transfers').where('user_id', '=', userId).execute();
}
