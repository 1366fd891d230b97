import type { ActivityRow } from '../../db/tables.ts';
import { plusDays } from '../calendar.ts';
import type { Reading } from '../context.ts';
import { fromSnapshot } from '../snapshot.ts';
import {
  type ActivityFilter,
  countEntries,
  entriesByDay,
  entriesByType,
  findEntries,
  sumEntries,
} from './activity.queries.ts';
import type { ActivityType } from './kinds.ts';

export type { ActivityFilter } from './activity.queries.ts';

type Listing = Pick<Reading, 'db' | 'now'>;

/**
 * Returns a page, newest first, and the number of matches. Counting and skipping use the totals of whole days, so that
 * a log of a million entries takes as long as a short one.
 */
export function listActivity(
  context: Listing,
  filter: ActivityFilter,
  { limit, offset, deepFrom = DEEP_OFFSET }: { limit: number; offset: number; deepFrom?: number },
): Promise<{ entries: ActivityRow[]; total: number }> {
  return fromSnapshot(context, async ({ db }) => {
    if (filter.personId) {
      const total = await countEntries(db, filter);
      if (offset >= total) return { total, entries: [] };
      return { total, entries: await findEntries(db, filter, { limit, offset }) };
    }
    const { edge, fromDay, toDay, rest } = partsOf(filter);
    const { adminId, type } = filter;
    const inEdge = edge ? await countEntries(db, { ...filter, ...edge }) : 0;
    const inRest = rest ? await countEntries(db, { ...filter, ...rest }) : 0;
    const wholeDays = { adminId, type, fromDay, toDay };
    const total =
      inEdge + inRest + (fromDay && toDay && fromDay >= toDay ? 0 : await sumEntries(db, wholeDays));
    let offsetLeft = offset;
    let to = filter.to;
    if (offset >= deepFrom && offset < total) {
      const days = [{ date: toDay, count: inEdge }, ...(await entriesByDay(db, wholeDays))];
      for (const { date, count } of days) {
        if (offsetLeft < count) break;
        offsetLeft -= count;
        to = date ?? to;
      }
    }
    if (offset >= total) return { total, entries: [] };
    return { total, entries: await findEntries(db, { ...filter, to }, { limit, offset: offsetLeft }) };
  });
}

/** From this offset on, reading the totals of days is faster than skipping entries. */
const DEEP_OFFSET = 1000;

interface Parts {
  /** The latest day, if the filter includes only part of it. */
  edge?: { from: string; to: string };
  /** Whole days in UTC; `toDay` is exclusive. */
  fromDay?: string | undefined;
  toDay?: string | undefined;
  /** The first day, if the filter includes only part of it. */
  rest?: { from: string; to: string };
}

const MIDNIGHT = 'T00:00:00.000Z';

function partsOf({ from, to }: ActivityFilter): Parts {
  const toDay = to?.slice(0, 10);
  const first = from?.slice(0, 10);
  const fromDay = first && from !== first + MIDNIGHT ? plusDays(first, 1) : first;
  // Within one day in UTC, or across one midnight, there is no whole day.
  if (from && to && toDay && fromDay && fromDay >= toDay) return { edge: { from, to }, fromDay, toDay };
  return {
    fromDay,
    toDay,
    ...(to && toDay && to !== toDay + MIDNIGHT && { edge: { from: toDay + MIDNIGHT, to } }),
    ...(from && fromDay && fromDay !== first && { rest: { from, to: fromDay + MIDNIGHT } }),
  };
}

/** Including today. */
export const SUMMARY_DAYS = 7;

/** Days are in UTC; the most frequent kind is first. */
export function summariseActivity({ db, now }: Listing): Promise<{ action_type: string; count: number }[]> {
  return entriesByType(db, { fromDay: plusDays(now.toISOString().slice(0, 10), 1 - SUMMARY_DAYS) });
}

export function countByDay({ db }: Pick<Reading, 'db'>, type: ActivityType, fromDay: string) {
  return entriesByDay(db, { type, fromDay });
}
