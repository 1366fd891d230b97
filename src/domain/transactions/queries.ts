import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { insertRows } from '../../db/insert-rows.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tables, TransactionRow } from '../../db/tables.ts';
import { likePattern } from '../search/pattern.ts';
import type { Tx } from '../transact.ts';
import { COLUMNS } from './columns.ts';
import type { Filter, ListInput } from './filter.ts';

export async function insertTransaction(tx: Tx, row: TransactionRow): Promise<void> {
  await tx.insertInto('transactions').values(row).execute();
}

export function findTransaction(db: Db, userId: string, id: string): Promise<TransactionRow | undefined> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Reads a transaction and holds it until the database transaction ends, so that two changes follow one another. */
export function lockTransaction(tx: Tx, userId: string, id: string): Promise<TransactionRow | undefined> {
  return tx
    .updateTable('transactions')
    .set((expression) => ({ updated_at: expression.ref('updated_at') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function updateTransaction(tx: Tx, row: TransactionRow): Promise<void> {
  const { user_id, id, ...changes } = row;
  await tx
    .updateTable('transactions')
    .set(changes)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Removes a transaction and gives it back once more; nothing if somebody else was quicker. */
export function deleteTransaction(tx: Tx, userId: string, id: string): Promise<TransactionRow | undefined> {
  return tx
    .deleteFrom('transactions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Transactions of these ids, as far as they are the person's; call it with as many ids as one statement takes. */
export function findTransactionsOf(db: Db, userId: string, ids: string[]): Promise<TransactionRow[]> {
  return db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

/** A person's transactions after an id, in the order of ids. */
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

/**
 * Adds transactions, except those that are there already: by their id, or as the occurrence of a template on a date,
 * whoever made it. Gives the ids of those that came in.
 */
export const insertTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()).returning('id'),
);

/** Changes category, type and date of transactions that are there, each to its own values. */
export const updateTransactions = insertRows('transactions', COLUMNS, (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['user_id', 'id']).doUpdateSet(({ ref }) => ({
      type: ref('excluded.type'),
      category_id: ref('excluded.category_id'),
      date: ref('excluded.date'),
      transaction_datetime: ref('excluded.transaction_datetime'),
      is_detached: ref('excluded.is_detached'),
      updated_at: ref('excluded.updated_at'),
    })),
  ),
);

/** Removes the transactions of these ids and gives them back once more, as far as they are the person's. */
export function deleteTransactions(tx: Tx, userId: string, ids: string[]): Promise<TransactionRow[]> {
  return tx
    .deleteFrom('transactions')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .returningAll()
    .execute();
}

type Selection<Output> = SelectQueryBuilder<Tables, 'transactions', Output>;

function narrowed<Output>(query: Selection<Output>, filter: Filter): Selection<Output> {
  let narrow = query;
  if (filter.from) narrow = narrow.where('date', '>=', filter.from);
  if (filter.to) narrow = narrow.where('date', '<=', filter.to);
  if (filter.type) narrow = narrow.where('type', '=', filter.type);
  if (filter.amountFrom !== undefined) narrow = narrow.where('amount', '>=', filter.amountFrom);
  if (filter.amountTo !== undefined) narrow = narrow.where('amount', '<=', filter.amountTo);
  if (filter.recurring !== undefined)
    narrow = narrow.where('template_id', filter.recurring ? 'is not' : 'is', null);
  if (filter.categories) narrow = narrow.where(sql`coalesce(category_id, '')`, 'in', filter.categories);
  for (const word of filter.words)
    narrow = narrow.where(sql<boolean>`search_text like ${likePattern(word)} escape '\\'`);
  return narrow;
}

/** Where a page of the list begins: after a row (`cursor`) or so many rows in (`offset`). */
export interface Window {
  sort: ListInput['sort'];
  order: ListInput['order'];
  limit: number;
  offset: number;
  cursor?: readonly (string | number)[] | undefined;
  /** The place of each category in the person's own language, from 1; for lists sorted by category. */
  places?: ReadonlyMap<string, number>;
}

function sortedBy({ sort, places }: Window): RawBuilder<unknown> | null {
  if (sort === 'category') return placeOf(places ?? new Map());
  return { date: null, amount: sql.ref('amount'), description: sql.ref('search_text') }[sort];
}

// What has no category comes before all that have one.
function placeOf(places: ReadonlyMap<string, number>): RawBuilder<unknown> {
  if (places.size === 0) return sql`0`;
  const cases = [...places].map(([id, place]) => sql`when ${id} then ${sql.lit(place)}`);
  return sql`case category_id ${sql.join(cases, sql` `)} else 0 end`;
}

/** The value that a list sorted by `sort` compares first; null for the date, which every order ends with anyway. */
export type SortValue = string | number | null;

/**
 * One page of a person's transactions, in an order that no two rows share. If it is known which of the index's words
 * lead to all of them, only those transactions are looked at.
 */
export function findTransactions(
  db: Db,
  userId: string,
  filter: Filter,
  window: Window,
  lead: string[] = [],
): Promise<(TransactionRow & { sort_value: SortValue })[]> {
  const first = sortedBy(window);
  const keys = [...(first ? [first] : []), sql.ref('date'), sql.ref('time'), sql.ref('id')];
  const selection = db.selectFrom('transactions').where('user_id', '=', userId);
  let query = narrowed(
    selection.selectAll().select((first ?? sql<null>`null`).$castTo<SortValue>().as('sort_value')),
    filter,
  );
  if (lead.length > 0) {
    const led = db.selectFrom('search_postings').select('transaction_id').where('word_id', 'in', lead);
    query = query.where('id', 'in', led.where('user_id', '=', userId));
  }
  if (window.cursor) {
    const comparison = sql.raw(window.order === 'desc' ? '<' : '>');
    query = query.where(sql<boolean>`(${sql.join(keys)}) ${comparison} (${sql.join([...window.cursor])})`);
  }
  for (const key of keys) query = query.orderBy(key, window.order);
  return query.limit(window.limit).offset(window.offset).execute();
}

/** The list without filters, newest first: the page that people open most. */
export const findNewest = prepared(
  (db, userId: string, from: string, to: string, limit: string, offset: string) =>
    db
      .selectFrom('transactions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .orderBy('date', 'desc')
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit as unknown as number)
      .offset(offset as unknown as number),
);

/** What a filter sums up to when the kept totals cannot tell: by looking at every row of it. */
export function sumTransactions(db: Db, userId: string, filter: Filter) {
  const selection = db.selectFrom('transactions').where('user_id', '=', userId);
  return narrowed(
    selection
      .select((expression) => [
        'type',
        expression.fn.sum<number>('amount').as('amount'),
        expression.fn.countAll<number>().as('count'),
      ])
      .groupBy('type'),
    filter,
  ).execute();
}

/** The ids of everything that a filter means. */
export async function findIds(db: Db, userId: string, filter: Filter): Promise<string[]> {
  const selection = db.selectFrom('transactions').where('user_id', '=', userId);
  const rows = await narrowed(selection.select('id'), filter).orderBy('id').execute();
  return rows.map(({ id }) => id);
}
