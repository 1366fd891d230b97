import { setImmediate as turn } from 'node:timers/promises';
import { type InsertQueryBuilder, type RawBuilder, sql } from 'kysely';
import { isAmong, weekdayOf } from '../../db/engine-functions.ts';
import { chunksOf, insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { preparedForRows } from '../../db/prepared.ts';
import type { AccountRow, MonthlyFacetRow, Tables, TransactionRow } from '../../db/tables.ts';
import type { Tx } from '../../db/transact.ts';
import { monthOf } from '../calendar.ts';
import { COLUMNS } from '../transactions/fields.ts';
import { hour, limit } from './facets.queries.ts';
import { type Facet, summedFacets, summedPayees } from './facets.ts';
import { isMoved, type Moved } from './moved.queries.ts';
import { type Kind, OPENING, RESERVED, TRANSFER } from './reserved-categories.ts';
import {
  ACCOUNT_SUMS,
  type AccountSum,
  type CategorySum,
  type Change,
  COUNTED_COLUMNS,
  type StoredKind,
  summed,
  summedByAccount,
  summedByCategory,
  type Uncounted,
} from './totals-changes.ts';
import { isMovedBy } from './trashed-accounts.queries.ts';
import { findUncounted } from './uncounted.queries.ts';

// All statements that write transactions and what is derived from them. Lint ensures that only the ledger runs them.

/**
 * Raises the revision of a person's data. This locks its row, so other writers of the same person wait here.
 * @returns the id of the import that has the account to itself, if any
 */
export async function raiseRevision(tx: Tx, userId: string): Promise<string | null> {
  const [raised] = await raise(tx, [{ user_id: userId, number: 1, import_id: null }]);
  return raised?.import_id ?? null;
}

const raise = insertRows('revisions', ['user_id', 'number'], (insert) =>
  insert
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ number: sql<number>`revisions.number + 1` }),
    )
    .returning('import_id'),
);

export async function findRevision(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('revisions')
    .select('number')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.number ?? 0;
}

/** Null opens it again. */
export async function closeToOthers(tx: Tx, userId: string, importId: string | null): Promise<void> {
  await tx.updateTable('revisions').set({ import_id: importId }).where('user_id', '=', userId).execute();
}

/** Skips rows whose id, or template and date, already exists; returns the ids of the inserted ones. */
export const insertTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()).returning('id'),
);

export const updateTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['user_id', 'id'])
      .doUpdateSet(({ ref }) => Object.fromEntries(COLUMNS.map((name) => [name, ref(`excluded.${name}`)]))),
  ),
);

export async function deleteTransactions(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const query = tx.deleteFrom('transactions').where('user_id', '=', userId);
  await query.where(isAmong(tx, sql.ref('id'), ids)).execute();
}

export type Counted = Change['row'] & Pick<TransactionRow, 'id'>;

const COUNTED = ['id', ...COUNTED_COLUMNS] as const;

export async function findInCategories(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  categories: readonly string[],
): Promise<Counted[]> {
  const query = tx.selectFrom('transactions').select(COUNTED).where('user_id', '=', userId);
  return query.where('id', 'in', ids).where('category_id', 'in', categories).execute();
}

/** At most `most` transactions of these categories, found through the days on which the totals have any. */
export async function findSomeOf(
  tx: Tx,
  userId: string,
  categories: readonly string[],
  most: number,
): Promise<Counted[]> {
  const days = await tx
    .selectFrom('daily_totals')
    .select('date')
    .distinct()
    .where('user_id', '=', userId)
    .where('category_id', 'in', categories)
    .where('count', '>', 0)
    .limit(most)
    .execute();
  if (days.length === 0) return [];
  const dates = days.map(({ date }) => date);
  const query = tx.selectFrom('transactions').select(COUNTED).where('user_id', '=', userId);
  return query.where('date', 'in', dates).where('category_id', 'in', categories).limit(most).execute();
}

/** The transactions among these ids that a deletion moved and that are still where it moved them. */
export async function findMovedAmong(tx: Tx, moved: Moved, ids: readonly string[]): Promise<Counted[]> {
  return (
    tx
      .selectFrom('transactions')
      .select(COUNTED)
      .where('user_id', '=', moved.userId)
      .where('id', 'in', ids)
      // A transaction whose type was changed since stays in its category.
      .where('type', '=', moved.type)
      .where(isMoved(tx, 'transactions', moved))
      .execute()
  );
}

export async function moveTransactions(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  { to, now }: { to: string | null; now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('transactions')
    .set({ category_id: to, updated_at: now.toISOString() })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

/**
 * Rows of an account to another one, with their sums. In an account of the person's currency, what was charged is the
 * fixed amount; what a deletion moved there gets back what it had. Their versions stay: nobody has changed them.
 */
export async function moveToAccount(
  tx: Tx,
  userId: string,
  rows: RowsOfAccount,
  to: Pick<AccountRow, 'id' | 'currency'>,
): Promise<number> {
  const before = await sumsOf(tx, userId, rows);
  const categories = await categorySumsOf(tx, userId, rows);
  const charged =
    rows.movedBy === undefined
      ? { ...(to.currency === null && { account_amount: null }) }
      : { account_amount: chargedBefore(userId, rows.movedBy, to) };
  await tx
    .updateTable('transactions')
    .set({ account_id: to.id, ...charged })
    .where('user_id', '=', userId)
    .where('account_id', '=', rows.account)
    .$if(rows.movedBy !== undefined, (query) => query.where(isMovedBy(userId, rows.movedBy ?? '')))
    .execute();
  const after =
    rows.movedBy === undefined
      ? before.map((sum) => ({ ...sum, ...(to.currency === null && { amount: sum.own_amount }) }))
      : await sumsOf(tx, userId, { ...rows, account: to.id });
  await addToAccounts(tx, [
    ...after.map((sum) => ({ ...sum, user_id: userId, account_id: to.id })),
    ...before.map((sum) => ({ ...negated(sum), user_id: userId, account_id: rows.account })),
  ]);
  await addToCategories(
    tx,
    categories.flatMap(({ amount, count, recurring, ...sum }) => [
      { ...sum, user_id: userId, account_id: to.id, amount, count, recurring },
      {
        ...sum,
        user_id: userId,
        account_id: rows.account,
        amount: -amount,
        count: -count,
        recurring: -recurring,
      },
    ]),
  );
  return before.reduce((total, { count }) => total + count, 0);
}

function chargedBefore(userId: string, deletion: string, { currency }: Pick<AccountRow, 'currency'>) {
  return sql<number | null>`case when original_currency = ${currency ?? ''} then original_amount else (
    select moved.account_amount from moved_to_accounts as moved
    where moved.user_id = ${userId} and moved.batch_id = ${deletion} and moved.id = transactions.id
  ) end`;
}

function negated<Values extends Pick<AccountSum, (typeof ACCOUNT_SUMS)[number]>>(sum: Values): Values {
  return { ...sum, ...Object.fromEntries(ACCOUNT_SUMS.map((name) => [name, -sum[name]])) };
}

const SIGNED = sql`case when type = 'income' then amount else -amount end`;

const among = (categories: readonly string[]) =>
  sql`coalesce(category_id, '') in (${sql.join(categories.map((id) => sql.lit(id)))})`;

// As `summedByAccount`.
function sumsOf(tx: Tx, userId: string, rows: RowsOfAccount) {
  const month = sql<string>`substr(date, 1, 7)`;
  const signed = (amount: 'amount' | 'account_amount') =>
    sql<number>`sum(case when type = 'income' then 1 else -1 end * coalesce(${sql.ref(amount)}, amount))`;
  const sum = (condition: RawBuilder<unknown>, value: RawBuilder<unknown>) =>
    sql<number>`sum(case when ${condition} then ${value} else 0 end)`;
  const counted = (type: TransactionRow['type']) =>
    sum(sql`type = ${sql.lit(type)} and not ${among(RESERVED)}`, sql`amount`);
  return rowsOf(tx, userId, rows)
    .select(({ fn }) => [
      month.as('month'),
      signed('account_amount').as('amount'),
      signed('amount').as('own_amount'),
      counted('income').as('income'),
      counted('expense').as('expenses'),
      sum(among(Object.values(OPENING)), SIGNED).as('opening'),
      fn.countAll<number>().as('count'),
      sum(among(Object.values(TRANSFER)), sql`1`).as('transfer_count'),
    ])
    .groupBy(month)
    .execute();
}

// As `summedByCategory`.
function categorySumsOf(
  tx: Tx,
  userId: string,
  rows: RowsOfAccount,
): Promise<Omit<CategorySum, 'user_id' | 'account_id'>[]> {
  const sum = (value: RawBuilder<unknown>) => sql<number>`sum(${value})`;
  return rowsOf(tx, userId, rows)
    .select([
      MONTH.as('month'),
      KIND.as('type'),
      CATEGORY.as('category_id'),
      sum(AMOUNT).as('amount'),
      sum(COUNT).as('count'),
      sum(sql`case when template_id is null or ${among(RESERVED)} then 0 else amount end`).as('recurring'),
    ])
    .groupBy([MONTH, KIND, CATEGORY])
    .execute();
}

export async function deleteEmptyTotals(
  tx: Tx,
  userId: string,
  categoryIds: readonly string[],
): Promise<void> {
  for (const table of ['daily_totals', 'monthly_totals', 'account_category_totals'] as const)
    for (const ids of chunksOf(categoryIds))
      await tx
        .deleteFrom(table)
        .where('user_id', '=', userId)
        .where('category_id', 'in', ids)
        .where('count', '=', 0)
        .execute();
}

export async function deleteTotalsOfAccount(tx: Tx, userId: string, account: string): Promise<void> {
  for (const table of ['account_totals', 'account_category_totals'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).where('account_id', '=', account).execute();
}

export async function addToTotals(tx: Tx, changes: readonly Change[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  const { user_id } = first.row;
  await addToCounted(tx, changes, await findUncounted(tx, user_id));
  await addToAccounts(tx, summedByAccount(changes));
  await addToCategories(tx, summedByCategory(changes));
}

/** To all sums but those of accounts. */
async function addToCounted(tx: Tx, changes: readonly Change[], uncounted: Uncounted): Promise<void> {
  await addToDays(
    tx,
    summed(changes, (date) => date, uncounted).map(({ period, ...sum }) => ({ ...sum, date: period })),
  );
  await addToMonths(
    tx,
    summed(changes, monthOf, uncounted).map(({ period, ...sum }) => ({ ...sum, month: period })),
  );
  await addToFacets(tx, summedFacets(changes, uncounted));
}

/** The rows of an account, or only those that a deletion moved there. */
export interface RowsOfAccount {
  account: string;
  movedBy?: string;
}

function rowsOf(tx: Tx, userId: string, { account, movedBy }: RowsOfAccount) {
  const rows = tx.selectFrom('transactions').where('user_id', '=', userId).where('account_id', '=', account);
  return movedBy === undefined ? rows : rows.where(isMovedBy(userId, movedBy));
}

/**
 * Counts rows that count in the balance as ones that do not, or the other way round: by few statements that read all of
 * them once each, with turns for other requests between.
 */
export async function recount(tx: Tx, userId: string, rows: RowsOfAccount): Promise<void> {
  const sign = (await findUncounted(tx, userId)).has(rows.account) ? 1 : -1;
  for (const [insert, period] of [
    [raiseDays(tx.insertInto('daily_totals').columns([...DAY_KEY, 'amount', 'count'])), sql<string>`date`],
    [raiseMonths(tx.insertInto('monthly_totals').columns([...MONTH_KEY, 'amount', 'count'])), MONTH],
  ] as const) {
    await insert.expression(recounted(tx, userId, rows, period, sign)).execute();
    await turn();
  }
  await recountFacets(tx, userId, rows, sign);
}

const MONTH = sql<string>`substr(date, 1, 7)`;
const CATEGORY = sql<string>`coalesce(category_id, '')`;
const COUNT = sql`case when ${among([TRANSFER.income])} then 0 else 1 end`;
const AMOUNT = sql`case when type = 'expense' and ${among(RESERVED)} then -amount else amount end`;
const KIND = sql<Kind>`case when ${among(Object.values(OPENING))} then 'opening'
  when ${among(Object.values(TRANSFER))} then 'transfer' else type end`;

/** Each row twice: as what it is, and as what does not count. As `summed`. */
function recounted(tx: Tx, userId: string, rows: RowsOfAccount, period: RawBuilder<string>, sign: 1 | -1) {
  const [counted, uncounted] = [sql.lit(sign), sql.lit(-sign)];
  const all = rowsOf(tx, userId, rows)
    .crossJoin(sql<{ counts: number }>`(select 1 as counts union all select 0)`.as('sides'))
    .select([
      'user_id',
      period.as('period'),
      sql<StoredKind>`case when counts = 1 then ${KIND} else 'uncounted' end`.as('kind'),
      CATEGORY.as('category'),
      sql<number>`case when counts = 1 then ${counted} * ${AMOUNT} else ${uncounted} * ${SIGNED} end`.as(
        'changed',
      ),
      sql<number>`case when counts = 1 then ${counted} else ${uncounted} end * ${COUNT}`.as('counted'),
    ]);
  return tx
    .selectFrom(all.as('parts'))
    .select(({ fn }) => [
      'user_id',
      'period',
      'kind',
      'category',
      fn.sum<number>('changed').as('amount'),
      fn.sum<number>('counted').as('count'),
    ])
    .where('user_id', '=', userId)
    .groupBy(['user_id', 'period', 'kind', 'category']);
}

// As `summedFacets`.
async function recountFacets(tx: Tx, userId: string, rows: RowsOfAccount, sign: 1 | -1): Promise<void> {
  const times = sql.lit(sign);
  const figuring = rowsOf(tx, userId, rows).where(sql<boolean>`not ${among(RESERVED)}`);
  const all = figuring
    .crossJoin(
      sql<{
        facet: Facet;
      }>`(select 'hour' as facet union all select 'size' union all select 'recurring' union all select 'weekday')`.as(
        'facets',
      ),
    )
    .select([
      'user_id',
      'facet',
      MONTH.as('month'),
      'type',
      sql<string>`case when facet = 'hour' then ${hour} when facet = 'size' then ${limit}
        when facet = 'weekday' then cast(${weekdayOf(tx, sql.ref('date'))} as text)
        else case when template_id is null then '0' else '1' end end`.as('value'),
      sql<number>`${times} * amount`.as('changed'),
    ]);
  const sums = tx
    .selectFrom(all.as('parts'))
    .select(({ fn }) => [
      ...FACET_KEY,
      sql<string | null>`null`.as('label'),
      fn.sum<number>('changed').as('amount'),
      sql<number>`${times} * count(*)`.as('count'),
    ])
    .where('user_id', '=', userId)
    .groupBy(FACET_KEY);
  await upsertFacets(tx.insertInto('monthly_facets').columns(FACET_COLUMNS).expression(sums)).execute();
  await turn();
  const text = sql<string>`coalesce(merchant_name, description)`;
  const texts = await figuring
    .select([
      MONTH.as('month'),
      'type',
      text.as('text'),
      sql<number>`${times} * sum(amount)`.as('amount'),
      sql<number>`${times} * count(*)`.as('count'),
    ])
    .groupBy([MONTH, 'type', text])
    .execute();
  for (let first = 0; first < texts.length; first += TEXTS_AT_ONCE) {
    await raiseFacets(tx, summedPayees(userId, texts.slice(first, first + TEXTS_AT_ONCE)));
    await turn();
  }
  await tx.deleteFrom('monthly_facets').where('user_id', '=', userId).where('count', '=', 0).execute();
}

/** Texts whose payees are recognized before other requests get a turn. */
const TEXTS_AT_ONCE = 500;

async function addToFacets(tx: Tx, sums: readonly MonthlyFacetRow[]): Promise<void> {
  // Only subtractions can leave empty rows; skipping the search makes additions faster.
  if (sums.every(({ count }) => count > 0)) {
    await raiseFacets(tx, sums);
    return;
  }
  const facets = await changeFacets(tx, sums);
  await deleteEmptyFacets(
    tx,
    facets.filter(({ count }) => count === 0),
  );
}

const FACET_KEY = ['user_id', 'facet', 'month', 'type', 'value'] as const;

/** Deletes facets without transactions, so that the payee of a deleted transaction is not kept. */
const deleteEmptyFacets = preparedForRows<MonthlyFacetRow, (typeof FACET_KEY)[number], never>(
  FACET_KEY,
  (db, rows) => {
    const keys = sql.join(rows.map((row) => sql`(${sql.join(FACET_KEY.map((column) => row[column]))})`));
    const key = sql.join(FACET_KEY.map((column) => sql.ref(column)));
    return db.deleteFrom('monthly_facets').where(sql<boolean>`(${key}) in (values ${keys})`);
  },
);

const DAY_KEY = ['user_id', 'date', 'type', 'category_id'] as const;
const MONTH_KEY = ['user_id', 'month', 'type', 'category_id'] as const;

const raiseDays = (insert: InsertQueryBuilder<Tables, 'daily_totals', unknown>) =>
  insert.onConflict((conflict) =>
    conflict.columns(DAY_KEY).doUpdateSet({
      amount: sql<number>`daily_totals.amount + excluded.amount`,
      count: sql<number>`daily_totals.count + excluded.count`,
    }),
  );

const raiseMonths = (insert: InsertQueryBuilder<Tables, 'monthly_totals', unknown>) =>
  insert.onConflict((conflict) =>
    conflict.columns(MONTH_KEY).doUpdateSet({
      amount: sql<number>`monthly_totals.amount + excluded.amount`,
      count: sql<number>`monthly_totals.count + excluded.count`,
    }),
  );

const addToDays = insertRows('daily_totals', [...DAY_KEY, 'amount', 'count'], raiseDays);

const addToMonths = insertRows('monthly_totals', [...MONTH_KEY, 'amount', 'count'], raiseMonths);

const addToAccounts = insertRows(
  'account_totals',
  ['user_id', 'account_id', 'month', ...ACCOUNT_SUMS],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict
        .columns(['user_id', 'account_id', 'month'])
        .doUpdateSet(
          Object.fromEntries(
            ACCOUNT_SUMS.map((name) => [
              name,
              sql<number>`${sql.ref(`account_totals.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
            ]),
          ),
        ),
    ),
);

const CATEGORY_KEY = ['user_id', 'account_id', 'month', 'type', 'category_id'] as const;

const addToCategories = insertRows(
  'account_category_totals',
  [...CATEGORY_KEY, 'amount', 'count', 'recurring'],
  (insert) =>
    insert.onConflict((conflict) =>
      conflict.columns(CATEGORY_KEY).doUpdateSet({
        amount: sql<number>`account_category_totals.amount + excluded.amount`,
        count: sql<number>`account_category_totals.count + excluded.count`,
        recurring: sql<number>`account_category_totals.recurring + excluded.recurring`,
      }),
    ),
);

const FACET_COLUMNS = [...FACET_KEY, 'label', 'amount', 'count'] as const;

const upsertFacets = (insert: InsertQueryBuilder<Tables, 'monthly_facets', unknown>) =>
  insert.onConflict((conflict) =>
    conflict.columns(FACET_KEY).doUpdateSet({
      label: sql<string | null>`coalesce(excluded.label, monthly_facets.label)`,
      amount: sql<number>`monthly_facets.amount + excluded.amount`,
      count: sql<number>`monthly_facets.count + excluded.count`,
    }),
  );

const raiseFacets = insertRows('monthly_facets', FACET_COLUMNS, upsertFacets);

const changeFacets = insertRows('monthly_facets', FACET_COLUMNS, (insert) =>
  upsertFacets(insert).returning([...FACET_KEY, 'count']),
);

export async function raiseRevisions(db: Db, by: number): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ number: sql<number>`number + ${by}` })
    .execute();
}
