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
 * A page of the log, the newest first, and how many entries match. The entries are counted, and passed over, by the
 * totals of whole days, so that a log of a million entries takes as long as a short one.
 */
export function listActivity(
  context: Listing,
  filter: ActivityFilter,
  { limit, offset, deepFrom = DEEP }: { limit: number; offset: number; deepFrom?: number },
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
    const whole = { adminId, type, fromDay, toDay };
    const total = inEdge + inRest + (fromDay && toDay && fromDay >= toDay ? 0 : await sumEntries(db, whole));
    let left = offset;
    let to = filter.to;
    if (offset >= deepFrom && offset < total) {
      const days = [{ date: toDay, count: inEdge }, ...(await entriesByDay(db, whole))];
      for (const { date, count } of days) {
        if (left < count) break;
        left -= count;
        to = date ?? to;
      }
    }
    if (offset >= total) return { total, entries: [] };
    return { total, entries: await findEntries(db, { ...filter, to }, { limit, offset: left }) };
  });
}

/** Below this, passing over the entries takes less time than reading the days. */
const DEEP = 1000;

interface Parts {
  /** The latest day, if it is not meant as a whole. */
  edge?: { from: string; to: string };
  /** Whole days in UTC, the second one exclusive. */
  fromDay?: string | undefined;
  toDay?: string | undefined;
  /** The first day, if it is not meant as a whole. */
  rest?: { from: string; to: string };
}

const MIDNIGHT = 'T00:00:00.000Z';

function partsOf({ from, to }: ActivityFilter): Parts {
  const toDay = to?.slice(0, 10);
  const first = from?.slice(0, 10);
  const fromDay = first && from !== first + MIDNIGHT ? plusDays(first, 1) : first;
  // Within one day in UTC, or over midnight: nothing is whole.
  if (from && to && toDay && fromDay && fromDay >= toDay) return { edge: { from, to }, fromDay, toDay };
  return {
    fromDay,
    toDay,
    ...(to && toDay && to !== toDay + MIDNIGHT && { edge: { from: toDay + MIDNIGHT, to } }),
    ...(from && fromDay && fromDay !== first && { rest: { from, to: fromDay + MIDNIGHT } }),
  };
}

/** The days that the summary of the log covers, today included. */
export const SUMMARY_DAYS = 7;

/** How many entries of each kind the last seven days in UTC have, the most frequent first. */
export function summariseActivity({ db, now }: Listing): Promise<{ action_type: string; count: number }[]> {
  return entriesByType(db, { fromDay: plusDays(now.toISOString().slice(0, 10), 1 - SUMMARY_DAYS) });
}

/** How many entries of one kind each day since one has, in UTC. */
export function countByDay(
  { db }: Pick<Reading, 'db'>,
  type: ActivityType,
  fromDay: string,
): Promise<{ date: string; count: number }[]> {
  return entriesByDay(db, { type, fromDay });
}
