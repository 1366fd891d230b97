import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { TransactionRow } from '../../../db/tables.ts';
import { type Split, splitRange } from '../../totals/split.ts';
import type { Filter } from '../../transactions/filter.ts';
import { likePattern } from '../pattern.ts';
import type { Piece, Sought } from '../seek.ts';

/** A page of what was found; `cursor` holds the sorted values of the row before it, in the order of `keysOf`. */
export interface FoundWindow {
  sort: 'date' | 'amount';
  order: 'asc' | 'desc';
  limit: number;
  offset: number;
  cursor?: readonly (string | number)[] | undefined;
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
  const { sort, order, limit, offset } = window;
  const found = await sql<{ transaction_id: string }>`
    ${places(sought.lead, conditions(userId, sought, filter, window), window)}
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
  { cursor, sort, order }: Partial<FoundWindow> = {},
): Condition {
  const all: Condition[] = [sql`p.user_id = ${userId}`];
  if (filter.from) all.push(sql`p.date >= ${filter.from}`);
  if (filter.to) all.push(sql`p.date <= ${filter.to}`);
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

interface FoundSum {
  type: TransactionRow['type'];
  amount: number;
  count: number;
}

/**
 * What all that a search finds adds up to by type, each transaction once: the most used word of the lead by its kept
 * totals if they can tell, then what the other words add to it.
 */
export async function sumFound(db: Db, userId: string, sought: Sought, filter: Filter): Promise<FoundSum[]> {
  const [first = '', ...rest] = sought.lead;
  const sums = await (isKept(sought, filter)
    ? sumKept(db, userId, first, filter)
    : sumWord(db, first, conditions(userId, sought, filter)));
  if (rest.length === 0) return sums;
  return [...sums, ...(await sumBeside(db, userId, first, rest, conditions(userId, sought, filter)))];
}

function isKept({ others }: Sought, { amountFrom, amountTo, categories, recurring }: Filter): boolean {
  const asked = [amountFrom, amountTo, categories, recurring];
  return others.length === 0 && asked.every((value) => value === undefined);
}

async function sumKept(db: Db, userId: string, word: string, filter: Filter): Promise<FoundSum[]> {
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

async function sumWord(db: Db, word: string, where: Condition): Promise<FoundSum[]> {
  const { rows } = await sql<FoundSum>`
    select p.type, sum(p.amount) as amount, count(*) as count
    from search_postings as p where p.word_id = ${word} and ${where} group by p.type
  `.execute(db);
  return rows;
}

async function sumBeside(
  db: Db,
  userId: string,
  first: string,
  rest: string[],
  where: Condition,
): Promise<FoundSum[]> {
  const { rows } = await sql<FoundSum>`
    select d.type, sum(d.amount) as amount, count(*) as count
    from (
      select distinct p.date, p.time, p.transaction_id, p.type, p.amount
      from search_postings as p where p.word_id ${isAmong(rest)} and ${where}
    ) as d
    where (
      select 1 from search_postings as o
      where o.user_id = ${userId} and o.word_id = ${first}
        and o.date = d.date and o.time = d.time and o.transaction_id = d.transaction_id
      limit 1
    ) is null
    group by d.type
  `.execute(db);
  return rows;
}
