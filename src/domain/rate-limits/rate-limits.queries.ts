import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

/** How far the clocks of several nodes may differ, in milliseconds. */
export const CLOCKS_DIFFER = 60_000;

/**
 * Adds to a counter in one statement, so that concurrent processes count correctly; a counter whose window is over
 * restarts, and so does one that began in the future, because a clock was set back.
 */
export async function addToCounter(db: Db, key: string, by: number, window: number, now: number) {
  const over = sql<boolean>`(rate_limits.window_start + ${window} <= ${now} or rate_limits.window_start > ${now + CLOCKS_DIFFER})`;
  return db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${over} then ${by} else rate_limits.count + ${by} end`,
        window_start: sql<number>`case when ${over} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}
