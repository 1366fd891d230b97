import type { Db } from '../../../db/open.ts';
import { monthOf } from '../../calendar.ts';
import type { Total } from '../../totals/queries.ts';
import type { Filter } from '../../transactions/filter.ts';
import { amountOf, dayOf, HIGHER_THAN_ANY, memoryFor, readRecords } from '../records.ts';
import type { Sought } from '../seek.ts';
import { findRecords, type MonthOfWord } from './queries.ts';
import { RecordSieve } from './record-sieve.ts';

/** What was found: sums by type (minor units), and how many on each day that has some. */
export interface Matches {
  sums: Pick<Total, 'type' | 'amount' | 'count'>[];
  days: Map<string, number>;
}

/** A month's transactions of one type: for each piece that is sought, the records of the words that contain it. */
type Month = Pick<MonthOfWord, 'month' | 'type'> & { pieces: Int32Array[][] };

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
  const sieve = new RecordSieve();
  for (const month of months(rows, pieces)) {
    if (month.pieces.some((lists) => lists.length === 0)) continue;
    count(matches, month, sieve.wordsOfAll(month.pieces), wantedOf(month, filter));
  }
  return matches;
}

// All months are read into the same memory, one after another: that is where the processor still has it at hand.
function* months(rows: MonthOfWord[], pieces: string[][]): Generator<Month> {
  const placesOf = new Map<string, number[]>();
  for (const [place, words] of pieces.entries())
    for (const word of words) placesOf.set(word, [...(placesOf.get(word) ?? []), place]);
  const byMonth = [...Map.groupBy(rows, ({ month, type }) => month + type).values()];
  const memory = memoryFor(Math.max(0, ...byMonth.map(lengthOf)));
  for (const ofMonth of byMonth) {
    const [{ month, type }] = ofMonth as [MonthOfWord];
    const read: Month = { month, type, pieces: pieces.map(() => []) };
    let end = 0;
    for (const { word_id, count, records } of ofMonth) {
      const list = readRecords(records, count, memory.subarray(end));
      end += list.length;
      for (const place of placesOf.get(word_id) ?? []) read.pieces[place]?.push(list);
    }
    yield read;
  }
}

function lengthOf(rows: MonthOfWord[]): number {
  return rows.reduce((sum, { records }) => sum + records.length, 0);
}

/** Days of a month and amounts (minor units) that are wanted, both ends included. */
interface Wanted {
  days: [number, number];
  amounts: [number, number];
}

function wantedOf({ month }: Month, { from, to, amountFrom, amountTo }: Filter): Wanted {
  return {
    days: [
      from && monthOf(from) === month ? dayOfDate(from) : 1,
      to && monthOf(to) === month ? dayOfDate(to) : 31,
    ],
    amounts: [amountFrom ?? 0, Math.min(amountTo ?? HIGHER_THAN_ANY, HIGHER_THAN_ANY)],
  };
}

function dayOfDate(date: string): number {
  return Number(date.slice(8));
}

function count(
  matches: Matches,
  { month, type }: Month,
  words: Int32Array,
  { days: [first, last], amounts: [least, most] }: Wanted,
): void {
  const onDay = new Int32Array(32);
  let sum = 0;
  let count = 0;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] as number;
    const day = dayOf(word);
    const amount = amountOf(word);
    if (day < first || day > last || amount < least || amount > most) continue;
    onDay[day] = (onDay[day] as number) + 1;
    sum += amount;
    count += 1;
  }
  if (count > 0) matches.sums.push({ type, amount: sum, count });
  for (const [day, found] of onDay.entries()) {
    if (found === 0) continue;
    const date = `${month}-${String(day).padStart(2, '0')}`;
    matches.days.set(date, (matches.days.get(date) ?? 0) + found);
  }
}
