import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { contains, isAmong, weekdayOf } from '../../../db/engine-functions.ts';
import { chunksOf } from '../../../db/insert-rows.ts';
import type { Db } from '../../../db/open.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Tables, TransactionRow } from '../../../db/tables.ts';
import { type Kind, OPENING, RESERVED, TRANSFER } from '../../ledger/reserved-categories.ts';
import type { PeriodTotal } from '../../ledger/totals.queries.ts';
import { findUncounted } from '../../ledger/uncounted.queries.ts';
import { type Batch, cutIntoBatches, cutNumbered } from '../../long-work/long-work.queries.ts';
import { parseAmount } from '../../money.ts';
import { type FilteredName, SHOWN_COLUMNS, type ShownTransaction } from '../fields.ts';
import type { Filter, ListInput } from './filter.ts';

type Selection<Output> = SelectQueryBuilder<Tables, 'transactions', Output>;

const NAME = sql<string>`coalesce(merchant_name, description)`;

const PAYS = sql<boolean>`(transfer_id is not null and type = 'expense')`;

/** Whether the other side of a transfer is in one of these accounts: looked up by the whole key of transfers. */
const otherSideIn = (userId: string, accounts: Iterable<string>) =>
  sql<boolean>`exists (select 1 from transactions other where other.user_id = ${userId} and other.transfer_id = transactions.transfer_id and other.type = case when transactions.type = 'income' then 'expense' else 'income' end and other.account_id in (${sql.join([...accounts])}))`;

/** The rows of accounts that count; where a filter names accounts, of those. Transfers only on request. */
async function selected(db: Db, userId: string, filter: Pick<Filter, 'accounts' | 'transfers'> = {}) {
  const rows = db.selectFrom('transactions').where('user_id', '=', userId);
  if (filter.accounts && filter.transfers === 'once')
    return rows.where(
      sql<boolean>`(transfer_id is null or type = 'expense' or not ${otherSideIn(userId, filter.accounts)})`,
    );
  const query = shownOf(rows, filter.transfers);
  if (filter.accounts) return query;
  const uncounted = await findUncounted(db, userId);
  if (uncounted.size === 0) return query;
  const counts = sql<boolean>`account_id not in (${sql.join([...uncounted])})`;
  // A transfer has no other row here than that of the side that pays: it is shown if one of its accounts counts.
  const arrives = sql<boolean>`(${PAYS} and not ${otherSideIn(userId, uncounted)})`;
  return query.where(filter.transfers === 'once' ? sql<boolean>`(${counts} or ${arrives})` : counts);
}

/** A transfer is shown once by the side that pays, and by each side in lists of accounts. */
function shownOf<Output>(query: Selection<Output>, transfers: Filter['transfers']): Selection<Output> {
  if (transfers === 'sides') return query;
  return transfers === 'once'
    ? query.where((where) => where.or([where('transfer_id', 'is', null), where('type', '=', 'expense')]))
    : query.where('transfer_id', 'is', null);
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function narrowed<Output>(db: Db, query: Selection<Output>, filter: Filter): Selection<Output> {
  let narrow = query;
  if (filter.from) narrow = narrow.where('date', '>=', filter.from);
  if (filter.to) narrow = narrow.where('date', '<=', filter.to);
  // Opening balances and transfers are neither.
  if (filter.type)
    narrow = narrow
      .where('type', '=', filter.type)
      .where(sql<boolean>`coalesce(category_id, '') not in (${ids(...RESERVED)})`);
  if (filter.amountFrom !== undefined) narrow = narrow.where('amount', '>=', filter.amountFrom);
  if (filter.amountTo !== undefined) narrow = narrow.where('amount', '<=', filter.amountTo);
  if (filter.recurring !== undefined)
    narrow = narrow.where('template_id', filter.recurring ? 'is not' : 'is', null);
  if (filter.categories)
    narrow = narrow.where(isAmong(db, sql`coalesce(category_id, '')`, filter.categories));
  // As values: with a set, SQLite reads an account whole where two days of it are asked for.
  if (filter.accounts) narrow = narrow.where('account_id', 'in', filter.accounts);
  for (const [name, texts] of Object.entries(filter.texts ?? {}))
    narrow = narrow.where(isAmong(db, sql.ref(name), texts));
  if (filter.names) narrow = narrow.where(isAmong(db, NAME, filter.names));
  if (filter.hour !== undefined) narrow = narrow.where(sql`substr(time, 1, 2)`, '=', twoDigits(filter.hour));
  if (filter.monthDay !== undefined)
    narrow = narrow.where(sql`substr(date, 9, 2)`, '=', twoDigits(filter.monthDay));
  if (filter.weekday !== undefined)
    narrow = narrow.where(weekdayOf(db, sql.ref('date')), '=', filter.weekday);
  for (const word of filter.words) narrow = narrow.where(hasWord(db, word));
  return narrow;
}

/** Also the payments of a purchase with that price, which no row has as its amount. */
function hasWord(db: Db, word: string): RawBuilder<boolean> {
  const isWritten = contains(db, sql.ref('search_text'), word);
  const isNumber = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d\d?)?$/.test(word);
  const read = parseAmount(word.replaceAll(',', ''));
  if (!isNumber || !('minor' in read)) return isWritten;
  const most = read.minor + (word.includes('.') ? 0 : 99);
  return sql`(${isWritten} or installment_price between ${read.minor} and ${most})`;
}

/** The order and extent of a page: it begins after a row (`cursor`) or after so many rows (`offset`). */
export interface Window {
  sort: ListInput['sort'];
  order: ListInput['order'];
  limit: number;
  offset: number;
  cursor?: readonly (string | number)[] | undefined;
  /** The rank of each category by its name in the person's language, from 1; needed only for sorting by category. */
  ranks?: ReadonlyMap<string, number>;
}

function sortedBy({ sort, ranks }: Pick<Window, 'sort' | 'ranks'>): RawBuilder<unknown> | null {
  if (sort === 'category') return rankOf(ranks ?? new Map());
  return { date: null, amount: sql.ref('amount'), description: sql.ref('order_key') }[sort];
}

// Uncategorized transactions come first.
function rankOf(ranks: ReadonlyMap<string, number>): RawBuilder<unknown> {
  if (ranks.size === 0) return sql`0`;
  const cases = [...ranks].map(([id, rank]) => sql`when ${id} then ${sql.lit(rank)}`);
  return sql`case category_id ${sql.join(cases, sql` `)} else 0 end`;
}

const keysOf = (first: RawBuilder<unknown> | null) => [
  ...(first ? [first] : []),
  sql.ref('date'),
  sql.ref('time'),
  sql.ref('id'),
];

/** The value that a list is sorted by first; null for the date, which every order ends with. */
export type SortValue = string | number | null;

/** One page, in an order in which no two rows are equal. */
export async function findTransactions(
  db: Db,
  userId: string,
  filter: Filter,
  window: Window,
): Promise<(ShownTransaction & { sort_value: SortValue })[]> {
  const first = sortedBy(window);
  const keys = keysOf(first);
  const selection = await selected(db, userId, filter);
  let query = narrowed(
    db,
    selection.select(SHOWN_COLUMNS).select((first ?? sql<null>`null`).$castTo<SortValue>().as('sort_value')),
    filter,
  );
  if (window.cursor) {
    const comparison = sql.raw(window.order === 'desc' ? '<' : '>');
    query = query.where(sql<boolean>`(${sql.join(keys)}) ${comparison} (${sql.join([...window.cursor])})`);
  }
  for (const key of keys) query = query.orderBy(key, window.order);
  return query.limit(window.limit).offset(window.offset).execute();
}

/** The unfiltered list, newest first. */
export async function findNewest(
  db: Db,
  userId: string,
  {
    from,
    to,
    limit,
    offset = 0,
    transfers,
  }: { from: string; to: string; limit: number; offset?: number; transfers?: Filter['transfers'] },
): Promise<ShownTransaction[]> {
  if ((await findUncounted(db, userId)).size === 0)
    return (transfers ? newestWithTransfers : newestOfAll)(
      db,
      userId,
      from,
      to,
      String(limit),
      String(offset),
    );
  const window = { sort: 'date', order: 'desc', limit, offset } as const;
  return findTransactions(db, userId, { from, to, words: [], transfers }, window);
}

/** Prepared because it is the most visited page. */
const newest = (transfers: Filter['transfers']) =>
  prepared((db, userId: string, from: string, to: string, limit: string, offset: string) =>
    shownOf(db.selectFrom('transactions').select(SHOWN_COLUMNS).where('user_id', '=', userId), transfers)
      .where('date', '>=', from)
      .where('date', '<=', to)
      .orderBy('date', 'desc')
      .orderBy('time', 'desc')
      .orderBy('id', 'desc')
      .limit(limit as unknown as number)
      .offset(offset as unknown as number),
  );

const newestOfAll = newest(undefined);
const newestWithTransfers = newest('once');

// Reading the index by amount from its end takes 0.02 ms for a year of a million transactions, the index by date 140
// ms. The expression keeps SQLite from choosing the latter.
const dateOfAmount = sql<string>`date || ''`;

export interface LargestFilter {
  from: string;
  to: string;
  type: TransactionRow['type'];
  /** Without what recurring templates generated. */
  isOneTime?: boolean;
}

/** Without opening balances. */
export async function findLargest(
  db: Db,
  userId: string,
  { from, to, type, isOneTime }: LargestFilter,
  limit: number,
): Promise<ShownTransaction[]> {
  const selection = await selected(db, userId);
  return selection
    .select(SHOWN_COLUMNS)
    .where('type', '=', type)
    .where(dateOfAmount, '>=', from)
    .where(dateOfAmount, '<=', to)
    .where((where) => where.or([where('category_id', 'is', null), where('category_id', '!=', OPENING[type])]))
    .$if(isOneTime === true, (query) => query.where('template_id', 'is', null))
    .orderBy('amount', 'desc')
    .orderBy('date', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findOfAmounts(
  db: Db,
  userId: string,
  amounts: readonly number[],
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<ShownTransaction[]> {
  const rows: ShownTransaction[] = [];
  const selection = await selected(db, userId);
  for (const chunk of chunksOf(amounts))
    rows.push(
      ...(await selection
        .select(SHOWN_COLUMNS)
        .where('type', 'in', ['expense', 'income'])
        .where('amount', 'in', chunk)
        .where('date', '>=', from)
        .where('date', '<=', to)
        .orderBy('date', 'desc')
        .limit(limit)
        .execute()),
    );
  return rows;
}

/** Newest first. */
export async function findOnDays(
  db: Db,
  userId: string,
  { category, days }: { category: string; days: readonly string[] },
  limit: number,
): Promise<ShownTransaction[]> {
  if (days.length === 0) return [];
  const selection = await selected(db, userId);
  return selection
    .select(SHOWN_COLUMNS)
    .where('date', 'in', days)
    .where('category_id', '=', category)
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const RECENT = 2000;

/** Newest first; null where no payee was named. */
export function findRecentPayees(db: Db, userId: string) {
  return db
    .selectFrom('transactions')
    .select(['merchant_name', 'date'])
    .where('user_id', '=', userId)
    .where('transfer_id', 'is', null)
    .orderBy('date', 'desc')
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute();
}

export async function findTexts(db: Db, userId: string, name: FilteredName): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select(name)
    .distinct()
    .where('user_id', '=', userId)
    .where(name, 'is not', null)
    .execute();
  return rows.map((row) => row[name] ?? '');
}

/** The distinct payees, or descriptions of transactions without one, that contain these words. */
export async function findNames(db: Db, userId: string, words: string[]): Promise<string[]> {
  const selection = shownOf(db.selectFrom('transactions').where('user_id', '=', userId), undefined);
  const rows = await narrowed(db, selection.select(NAME.as('name')).distinct(), { words }).execute();
  return rows.map(({ name }) => name);
}

const KIND = sql<Kind>`case when category_id in (${sql.lit(OPENING.income)}, ${sql.lit(OPENING.expense)}) then 'opening' when transfer_id is not null then 'transfer' else type end`;

const ids = (...names: string[]) => sql.join(names.map((id) => sql.lit(id)));

/** With a sign where the kind has one. Of a transfer that is shown once, the two sides are nothing together. */
function amountOf({ transfers, accounts }: Filter, userId: string) {
  const isNothing =
    accounts && transfers === 'once'
      ? sql`transfer_id is not null and ${otherSideIn(userId, accounts)}`
      : sql`transfer_id is not null`;
  const signed = sql`case when category_id in (${ids(OPENING.expense, TRANSFER.expense)}) then -amount else amount end`;
  return transfers === 'sides'
    ? sql<number>`sum(${signed})`
    : sql<number>`sum(case when ${isNothing} then 0 else ${signed} end)`;
}

/** How many transfers are shown once on these days, of which one account at least counts in the balance. */
export async function countTransfers(db: Db, userId: string, { from, to }: Pick<Filter, 'from' | 'to'>) {
  const selection = await selected(db, userId, { transfers: 'once' });
  const query = selection.select(({ fn }) => fn.countAll<number>().as('count')).where(PAYS);
  const row = await narrowed(db, query, { from, to, words: [] }).executeTakeFirst();
  return row?.count ?? 0;
}

/** Sums a filter by kind; scans all of the person's rows. */
export async function sumTransactions(db: Db, userId: string, filter: Filter) {
  const selection = await selected(db, userId, filter);
  return narrowed(
    db,
    selection
      .select(({ fn }) => [
        KIND.as('type'),
        amountOf(filter, userId).as('amount'),
        fn.countAll<number>().as('count'),
      ])
      .groupBy(KIND),
    filter,
  ).execute();
}

export async function sumByDay(db: Db, userId: string, filter: Filter): Promise<PeriodTotal[]> {
  const selection = await selected(db, userId, filter);
  return narrowed(
    db,
    selection
      .select(({ fn }) => [
        'date as period',
        KIND.as('type'),
        amountOf(filter, userId).as('amount'),
        fn.countAll<number>().as('count'),
      ])
      .groupBy(['date', KIND]),
    filter,
  ).execute();
}

export async function findBatches(db: Db, userId: string, filter: Filter): Promise<Batch[]> {
  const selection = await selected(db, userId, filter);
  return cutIntoBatches(db, narrowed(db, selection.select('id'), filter));
}

export async function findBatchesInOrder(
  db: Db,
  userId: string,
  filter: Filter,
  window: Pick<Window, 'sort' | 'order' | 'ranks'>,
): Promise<Batch[]> {
  const keys = keysOf(sortedBy(window)).map((key) => sql`${key} ${sql.raw(window.order)}`);
  const place = sql<number>`row_number() over (order by ${sql.join(keys)}) - 1`;
  const selection = await selected(db, userId, filter);
  return cutNumbered(db, narrowed(db, selection.select(['id', place.as('place')]), filter));
}

/** Whether any transaction that a filter matches was paid in another currency, in payments, or by one of these cards. */
export async function findRare(db: Db, userId: string, filter: Filter, cards: readonly string[]) {
  const any = (condition: RawBuilder<unknown>) =>
    sql<number | null>`max(case when ${condition} then 1 else 0 end)`;
  const reserved = sql.join(RESERVED.map((id) => sql.lit(id)));
  const byCard = sql`${isAmong(db, sql.ref('account_id'), cards)} and coalesce(category_id, '') not in (${reserved})`;
  const selection = await selected(db, userId, filter);
  const query = selection.select([
    any(sql`account_amount is not null`).as('foreign'),
    any(sql`original_amount is not null`).as('original'),
    any(sql`installment_of is not null`).as('payments'),
    any(sql`installment_price is not null`).as('price'),
    any(byCard).as('charge'),
  ]);
  const [row] = await narrowed(db, query, filter).execute();
  return {
    foreign: row?.foreign === 1,
    original: row?.original === 1,
    payments: row?.payments === 1,
    price: row?.price === 1,
    charge: row?.charge === 1,
  };
}
