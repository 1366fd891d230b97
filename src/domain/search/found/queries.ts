import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { TransactionRow } from '../../../db/tables.ts';
import type { Total } from '../../totals/queries.ts';
import { type Split, splitRange } from '../../totals/split.ts';
import type { Filter } from '../../transactions/filter.ts';
import { daysOfPage } from '../days-of-page.ts';
import { likePattern } from '../pattern.ts';
import type { Piece, Sought } from '../seek.ts';

/** A page of what was found; `cursor` holds the sorted values of the row before it, in the order of `keysOf`. */
export interface FoundWindow {
  sort: 'date' | 'amount';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  cursor?: readonly (string | number)[] | undefined;
  /** How many are found on each day, if that is known: then no other day is looked at. */
  counts?: ReadonlyMap<string, number> | undefined;
}

type Condition = RawBuilder<unknown>;

/** Words whose transactions are merged in order; with more of them all are gathered and sorted. */
const MERGED = 30;

/** Words of another piece that are looked up in the index; with more of them the transaction's own text is read. */
const LOOKED_UP = 16;

/** One page of the transactions that a search finds. */
export async function findFound(
  db: Db,
  userId: string,
  sought: Sought,
  filter: Filter,
  window: FoundWindow,
): Promise<(TransactionRow & { sort_value: number | null })[]> {
  const { sort, order, limit } = window;
  const { days, offset } = daysOf(window);
  if (days?.length === 0) return [];
  const found = await sql<{ transaction_id: string }>`
    ${places(sought.lead, conditions(userId, sought, filter, { ...window, days }), { ...window, offset })}
    order by ${ordered('f', sort, order)} limit ${limit} offset ${offset}
  `.execute(db);
  // By their ids, which no planner without statistics can turn into a walk through all of the person's rows.
  const ids = found.rows.map(({ transaction_id }) => transaction_id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('transactions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids
    .map((id) => byId.get(id))
    .filter((row) => row !== undefined)
    .map((row) => ({ ...row, sort_value: sort === 'amount' ? row.amount : null }));
}

/** Days that are named in a statement, at most. */
const NAMED = 1000;

function daysOf(window: FoundWindow): { days?: string[] | undefined; offset: number } {
  const { counts, sort, offset } = window;
  if (!counts) return { offset };
  const page = sort === 'date' ? daysOfPage(counts, window) : { days: [...counts.keys()], offset };
  return page.days.length > NAMED ? { offset } : page;
}

function places(lead: string[], where: Condition, { sort, order, limit, offset }: FoundWindow): Condition {
  const columns = sql`p.date, p.time, p.transaction_id, p.amount`;
  const posting = (words: Condition) =>
    sql`select ${columns} from search_postings as p where p.word_id ${words} and ${where}`;
  const [only] = lead;
  if (lead.length === 1) return sql`select * from (${posting(sql`= ${only}`)}) as f`;
  if (lead.length > MERGED) return sql`select distinct * from (${posting(isAmong(lead))}) as f`;
  const branches = lead.map(
    (word) => sql`select * from (
      ${posting(sql`= ${word}`)} order by ${ordered('p', sort, order)} limit ${limit + offset}
    ) as branch`,
  );
  return sql`select distinct * from (${sql.join(branches, sql` union all `)}) as f`;
}

function keysOf(sort: FoundWindow['sort']): string[] {
  return sort === 'amount'
    ? ['amount', 'date', 'time', 'transaction_id']
    : ['date', 'time', 'transaction_id'];
}

function ordered(table: string, sort: FoundWindow['sort'], order: FoundWindow['order']): Condition {
  return sql.join(keysOf(sort).map((key) => sql`${sql.ref(`${table}.${key}`)} ${sql.raw(order)}`));
}

function isAmong(words: string[]): Condition {
  return sql`in (${sql.join(words)})`;
}

/** What a posting must fulfil beside having a word of the lead. */
function conditions(
  userId: string,
  { others }: Sought,
  filter: Filter,
  { cursor, sort, order, days }: Partial<FoundWindow> & { days?: string[] | undefined } = {},
): Condition {
  const all: Condition[] = [sql`p.user_id = ${userId}`];
  if (filter.from) all.push(sql`p.date >= ${filter.from}`);
  if (filter.to) all.push(sql`p.date <= ${filter.to}`);
  if (days) all.push(sql`p.date in (${sql.join(days)})`);
  if (filter.type) all.push(sql`p.type = ${filter.type}`);
  if (filter.amountFrom !== undefined) all.push(sql`p.amount >= ${filter.amountFrom}`);
  if (filter.amountTo !== undefined) all.push(sql`p.amount <= ${filter.amountTo}`);
  for (const other of others) if (isLookedUp(other)) all.push(hasWord(other.words ?? []));
  if (cursor && sort) {
    const keys = keysOf(sort).map((key) => sql.ref(`p.${key}`));
    all.push(sql`(${sql.join(keys)}) ${sql.raw(order === 'desc' ? '<' : '>')} (${sql.join([...cursor])})`);
  }
  const ofRow = conditionsOfRow(others, filter);
  if (ofRow.length > 0) {
    all.push(sql`(
      select 1 from transactions as t
      where t.user_id = p.user_id and t.id = p.transaction_id and ${sql.join(ofRow, sql` and `)}
      limit 1
    ) is not null`);
  }
  return sql.join(all, sql` and `);
}

function isLookedUp({ words }: Piece): boolean {
  return words !== null && words.length <= LOOKED_UP;
}

// One look by the key for each row, whichever engine: `exists` PostgreSQL may turn inside out, and then it asks the
// whole lead for each transaction of the other word.
function hasWord(words: string[]): Condition {
  return sql`(
    select 1 from search_postings as o
    where o.user_id = p.user_id and o.word_id ${isAmong(words)}
      and o.date = p.date and o.time = p.time and o.transaction_id = p.transaction_id
    limit 1
  ) is not null`;
}

/** What only the transaction itself can tell. */
function conditionsOfRow(others: Piece[], { recurring, categories }: Filter): Condition[] {
  const all = others
    .filter((other) => !isLookedUp(other))
    .map(({ text }) => sql`t.search_text like ${likePattern(text)} escape '\\'`);
  if (recurring !== undefined) all.push(sql`t.template_id is ${recurring ? sql`not null` : sql`null`}`);
  if (categories) all.push(sql`coalesce(t.category_id, '') in (${sql.join(categories)})`);
  return all;
}

type FoundSum = Pick<Total, 'type' | 'amount' | 'count'>;

/** Whether the kept totals of one word are what a search adds up to. */
export function isKept({ lead, others }: Sought, filter: Filter): boolean {
  const { amountFrom, amountTo, categories, recurring } = filter;
  const asked = [amountFrom, amountTo, categories, recurring];
  return lead.length === 1 && others.length === 0 && asked.every((value) => value === undefined);
}

/** What one word adds up to by type, from its kept totals. */
export async function sumKept(db: Db, userId: string, word: string, filter: Filter): Promise<FoundSum[]> {
  const { months, head, tail } = splitRange(filter);
  const days = ([from, to]: Split['head']) => sql`
    select type, amount, 1 as count from search_postings
    where user_id = ${userId} and word_id = ${word} and date >= ${from} and date <= ${to}`;
  const { rows } = await sql<FoundSum>`
    select type, sum(amount) as amount, sum(count) as count from (
      select type, amount, count from search_totals
      where user_id = ${userId} and word_id = ${word} and month >= ${months[0]} and month <= ${months[1]}
      union all ${days(head)} union all ${days(tail)}
    ) as parts group by type
  `.execute(db);
  return rows.filter(({ type }) => !filter.type || type === filter.type);
}

/** What a search adds up to by type, each transaction once, by looking at every one that the rarest piece leads to. */
export async function sumFound(db: Db, userId: string, sought: Sought, filter: Filter): Promise<FoundSum[]> {
  const { rows } = await sql<FoundSum>`
    select type, sum(amount) as amount, count(*) as count
    from (
      select distinct p.date, p.time, p.transaction_id, p.type, p.amount
      from search_postings as p
      where p.word_id ${isAmong(sought.lead)} and ${conditions(userId, sought, filter)}
    ) as found
    group by type
  `.execute(db);
  return rows;
}
