import type { Db } from '../../../db/open.ts';
import { monthOf } from '../../calendar.ts';
import type { Total } from '../../totals/queries.ts';
import type { Filter } from '../../transactions/filter.ts';
import { amountOf, dayOf, RECORD_WORDS, readRecords } from '../records.ts';
import type { Sought } from '../seek.ts';
import { findRecords, type MonthOfWord } from './queries.ts';
import { RecordSet } from './record-set.ts';

/** What was found: sums by type (minor units), and how many on each day that has some. */
export interface Matches {
  sums: Pick<Total, 'type' | 'amount' | 'count'>[];
  days: Map<string, number>;
}

/** A month's transactions of one type: for each piece that is sought, the records of the words that contain it. */
type Month = Pick<MonthOfWord, 'month' | 'type'> & { pieces: Uint32Array[][] };

/** Records that are read more than the rarest piece has, for each of those: looking up one takes about as long. */
const READ_FOR_ONE = 100;

/** Whether the records can tell what a filter means, and sooner than looking up what the rarest piece leads to. */
export function areToldByRecords({ others, count }: Sought, { categories, recurring }: Filter): boolean {
  if (categories !== undefined || recurring !== undefined) return false;
  let read = 0;
  for (const { words, count } of others) {
    if (words === null) return false;
    read += count;
  }
  return read <= READ_FOR_ONE * count;
}

/**
 * All that a search finds, each transaction once, from the records that the index keeps by word and month: a few
 * bytes a transaction, none of which is looked up.
 */
export async function findMatches(db: Db, userId: string, sought: Sought, filter: Filter): Promise<Matches> {
  const matches: Matches = { sums: [], days: new Map() };
  const pieces = [sought.lead, ...sought.others.map(({ words }) => words ?? [])];
  const rows = await findRecords(db, userId, [...new Set(pieces.flat())], filter);
  for (const month of months(rows, pieces)) {
    const [lead = [], ...others] = month.pieces;
    let found = wanted(lead, month.month, filter);
    for (const other of others) found = found.among(other);
    if (found.size > 0) count(matches, month, found);
  }
  return matches;
}

function months(rows: MonthOfWord[], pieces: string[][]): Iterable<Month> {
  const placesOf = new Map<string, number[]>();
  for (const [place, words] of pieces.entries())
    for (const word of words) placesOf.set(word, [...(placesOf.get(word) ?? []), place]);
  const byKey = new Map<string, Month>();
  for (const { word_id, month, type, count, records } of rows) {
    const key = `${month} ${type}`;
    const known = byKey.get(key) ?? { month, type, pieces: pieces.map(() => []) };
    byKey.set(key, known);
    const read = readRecords(records, count);
    for (const place of placesOf.get(word_id) ?? []) known.pieces[place]?.push(read);
  }
  return byKey.values();
}

/** The records of the rarest piece that are of the filter's days and amounts. */
function wanted(lists: Uint32Array[], month: string, filter: Filter): RecordSet {
  const { from, to, amountFrom = 0, amountTo = Number.POSITIVE_INFINITY } = filter;
  const first = from && monthOf(from) === month ? Number(from.slice(8)) : 1;
  const last = to && monthOf(to) === month ? Number(to.slice(8)) : 31;
  const records = new RecordSet(lists.reduce((sum, list) => sum + list.length / RECORD_WORDS, 0));
  for (const list of lists)
    for (let place = 0; place < list.length; place += RECORD_WORDS) {
      const said = list[place + RECORD_WORDS - 1] ?? 0;
      const [day, amount] = [dayOf(said), amountOf(said)];
      if (day >= first && day <= last && amount >= amountFrom && amount <= amountTo) records.add(list, place);
    }
  return records;
}

function count({ sums, days }: Matches, { month, type }: Month, found: RecordSet): void {
  const sum = { type, amount: 0, count: found.size };
  for (const said of found.lastWords()) {
    const date = `${month}-${String(dayOf(said)).padStart(2, '0')}`;
    days.set(date, (days.get(date) ?? 0) + 1);
    sum.amount += amountOf(said);
  }
  sums.push(sum);
}
