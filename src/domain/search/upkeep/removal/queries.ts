import { sql } from 'kysely';
import { among } from '../../../../db/among.ts';
import { prepared, preparedForRows } from '../../../../db/prepared.ts';
import type { SearchPostingRow } from '../../../../db/tables.ts';
import { monthOf } from '../../../calendar.ts';
import { chunksOf } from '../../../chunks.ts';
import type { Tx } from '../../../transact.ts';

/** A word's postings of one month that go. */
interface Going {
  user_id: string;
  word_id: string;
  month: string;
  postings: SearchPostingRow[];
}

/** Postings of a word's month from which on it is asked how many stay. */
const MANY = 20;

/** Postings that stay are passed over rather than each that goes be looked up, up to so many for one. */
const PASSED_OVER = 4;

const IDS_AT_ONCE = 500;

/**
 * Removes postings, once the totals no longer count them. What most of a word's month is made of goes in one walk
 * through the month, which takes a fraction of the time of as many looks by the key.
 */
export async function deletePostings(tx: Tx, removed: SearchPostingRow[]): Promise<void> {
  const months = monthsOf(removed);
  const many = months.filter(({ postings }) => postings.length >= MANY);
  const left = await countLeft(tx, many);
  const alone = months.filter(({ postings }) => postings.length < MANY);
  for (const month of many) {
    const staying = left.get(keyOf(month)) ?? 0;
    if (staying === 0)
      await deleteMonth(tx, month.user_id, month.word_id, `${month.month}-01`, `${month.month}-31`);
    else if (staying <= PASSED_OVER * month.postings.length) await deleteAmong(tx, month);
    else alone.push(month);
  }
  await deleteEach(
    tx,
    alone.flatMap(({ postings }) => postings),
  );
}

function monthsOf(removed: SearchPostingRow[]): Going[] {
  const months = new Map<string, Going>();
  for (const posting of removed) {
    const { user_id, word_id } = posting;
    const month = monthOf(posting.date);
    const key = keyOf({ user_id, word_id, month });
    const known = months.get(key);
    if (known) known.postings.push(posting);
    else months.set(key, { user_id, word_id, month, postings: [posting] });
  }
  return [...months.values()];
}

type MonthKey = Pick<Going, 'user_id' | 'word_id' | 'month'>;

function keyOf({ user_id, word_id, month }: MonthKey): string {
  return `${user_id} ${word_id} ${month}`;
}

async function countLeft(tx: Tx, months: Going[]): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (const { count, ...key } of await findCounts(tx, months))
    left.set(keyOf(key), (left.get(keyOf(key)) ?? 0) + count);
  return left;
}

const MONTH_KEY = ['user_id', 'word_id', 'month'] as const;

const findCounts = preparedForRows<MonthKey, keyof MonthKey, MonthKey & { count: number }>(
  MONTH_KEY,
  (db, rows) =>
    db
      .selectFrom('search_totals')
      .select([...MONTH_KEY, 'count'])
      .where(among(MONTH_KEY, rows)),
);

const deleteMonth = prepared((db, userId: string, wordId: string, from: string, to: string) =>
  db
    .deleteFrom('search_postings')
    .where('user_id', '=', userId)
    .where('word_id', '=', wordId)
    .where('date', '>=', from)
    .where('date', '<=', to),
);

async function deleteAmong(tx: Tx, { user_id, word_id, postings }: Going): Promise<void> {
  postings.sort((one, other) => (placeOf(one).join(' ') < placeOf(other).join(' ') ? -1 : 1));
  for (const chunk of chunksOf(postings, IDS_AT_ONCE)) {
    const [first, last] = [chunk[0], chunk.at(-1)] as [SearchPostingRow, SearchPostingRow];
    // Not the bare column, which PostgreSQL would look up in the index for each day and time.
    const ids = sql.join(chunk.map(({ transaction_id }) => transaction_id));
    await tx
      .deleteFrom('search_postings')
      .where('user_id', '=', user_id)
      .where('word_id', '=', word_id)
      .where(sql<boolean>`(date, time, transaction_id) >= (${sql.join(placeOf(first))})`)
      .where(sql<boolean>`(date, time, transaction_id) <= (${sql.join(placeOf(last))})`)
      .where(sql<boolean>`transaction_id || '' in (${ids})`)
      .execute();
  }
}

function placeOf({ date, time, transaction_id }: SearchPostingRow): string[] {
  return [date, time, transaction_id];
}

const POSTING_KEY = ['user_id', 'word_id', 'date', 'time', 'transaction_id'] as const;

const deleteEach = preparedForRows<SearchPostingRow, (typeof POSTING_KEY)[number], unknown>(
  POSTING_KEY,
  (db, rows) => db.deleteFrom('search_postings').where(among(POSTING_KEY, rows)),
);
