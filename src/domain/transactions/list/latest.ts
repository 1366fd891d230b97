import { plusDays, todayOf } from '../../calendar.ts';
import type { Reading } from '../../context.ts';
import { searchedWords } from '../../folded-text.ts';
import { scan } from '../../snapshot.ts';
import type { Entry } from '../present.ts';
import { withParts } from '../read.ts';
import type { Filter } from './filter.ts';
import { findLargest, findNewest, findOnDays, findTransactions, type LargestFilter } from './list.queries.ts';

export async function recentTransactions(
  context: Reading,
  limit: number,
  transfers?: 'once',
): Promise<Entry[]> {
  const { db, viewer } = context;
  const today = todayOf(context);
  return withParts(context, await findNewest(db, viewer.id, { from: '0000', to: today, limit, transfers }));
}

/** The transactions from tomorrow up to so many days ahead, soonest first. */
export async function upcomingTransactions(
  context: Reading,
  days: number,
  limit: number,
  transfers?: 'once',
): Promise<Entry[]> {
  const today = todayOf(context);
  return transactionsBetween(
    context,
    { from: plusDays(today, 1), to: plusDays(today, days) },
    limit,
    transfers,
  );
}

/** Between two local dates, both included, soonest first. */
export async function transactionsBetween(
  context: Reading,
  dates: { from: string; to: string },
  limit: number,
  transfers: 'once' | undefined,
): Promise<Entry[]> {
  const { db, viewer } = context;
  const filter = { ...dates, words: [], transfers };
  return withParts(
    context,
    await findTransactions(db, viewer.id, filter, { sort: 'date', order: 'asc', limit, offset: 0 }),
  );
}

/** The transactions of one account up to today, newest first. */
export async function latestOfAccount(context: Reading, account: string, limit: number): Promise<Entry[]> {
  const { db, viewer } = context;
  const filter: Filter = { to: todayOf(context), accounts: [account], transfers: 'sides', words: [] };
  const first = { sort: 'date', order: 'desc', limit, offset: 0 } as const;
  return withParts(context, await findTransactions(db, viewer.id, filter, first));
}

/** Between two local dates, the largest first; without opening balances. */
export async function largestTransactions(
  context: Reading,
  range: LargestFilter,
  limit: number,
): Promise<Entry[]> {
  const { db, viewer } = context;
  return withParts(context, await findLargest(db, viewer.id, range, limit));
}

/**
 * Newest first.
 * @param days the days that have the category: the index is by date, so no other days need to be read
 */
export async function latestOfCategory(
  context: Reading,
  category: string,
  { days, limit }: { days: readonly string[]; limit: number },
): Promise<Entry[]> {
  const { db, viewer } = context;
  return withParts(context, await findOnDays(db, viewer.id, { category, days }, limit));
}

/** Newest first. */
export function searchTransactions(context: Reading, text: string, limit: number): Promise<Entry[]> {
  const filter = { words: searchedWords(text) };
  const first = { sort: 'date', order: 'desc', limit, offset: 0 } as const;
  return scan(context, async (inside) =>
    withParts(inside, await findTransactions(inside.db, inside.viewer.id, filter, first)),
  );
}
