import type { Db } from '../../../db/open.ts';
import { monthOf } from '../../calendar.ts';
import type { Total } from '../../totals/queries.ts';
import type { Filter } from '../../transactions/filter.ts';
import { amountOf, dayOf, readRecords } from '../records.ts';
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
  for (const month of months(rows, pieces)) count(matches, month, wantedOf(month, filter));
  return matches;
}

function* months(rows: MonthOfWord[], pieces: string[][]): Generator<Month> {
  const placesOf = new Map<string, number[]>();
  for (const [place, words] of pieces.entries())
    for (const word of words) placesOf.set(word, [...(placesOf.get(word) ?? []), place]);
  for (const ofMonth of Map.groupBy(rows, ({ month, type }) => month + type).values()) {
    const [{ month, type }] = ofMonth as [MonthOfWord];
    const read: Month = { month, type, pieces: pieces.map(() => []) };
    for (const { word_id, count, records } of ofMonth) {
      const list = readRecords(records, count);
      for (const place of placesOf.get(word_id) ?? []) read.pieces[place]?.push(list);
    }
    yield read;
  }
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
    amounts: [amountFrom ?? 0, amountTo ?? Number.POSITIVE_INFINITY],
  };
}

function dayOfDate(date: string): number {
  return Number(date.slice(8));
}

function count(matches: Matches, month: Month, { days, amounts }: Wanted): void {
  const said = saidBy(month);
  const onDay = new Uint32Array(32);
  const sum = { type: month.type, amount: 0, count: 0 };
  for (let place = 0; place < said.length; place += 1) {
    const word = said[place] as number;
    const [day, amount] = [dayOf(word), amountOf(word)];
    if (day < days[0] || day > days[1] || amount < amounts[0] || amount > amounts[1]) continue;
    onDay[day] = (onDay[day] as number) + 1;
    sum.amount += amount;
    sum.count += 1;
  }
  if (sum.count > 0) matches.sums.push(sum);
  for (const [day, found] of onDay.entries()) {
    if (found === 0) continue;
    const date = `${month.month}-${String(day).padStart(2, '0')}`;
    matches.days.set(date, (matches.days.get(date) ?? 0) + found);
  }
}

/** What the records that all pieces have say beside their ids. */
function saidBy({ pieces: [lead = [], ...others] }: Month): Uint32Array {
  if (others.some((lists) => lists.length === 0)) return new Uint32Array();
  const found = new RecordSet(lead);
  for (const other of others) found.keep(other);
  return found.lastWords();
}
