import { sql } from 'kysely';
import { CLOCK_SKEW } from '../../db/clock-skew.ts';
import type { Db } from '../../db/open.ts';

/**
 * Adds in one statement, so that concurrent processes count correctly. A counter restarts when its window is over, or
 * when it began in the future because a clock was set back.
 */
export async function addToCounter(db: Db, key: string, by: number, window: number, now: number) {
  const windowEnded = sql<boolean>`(rate_limits.window_start + ${window} <= ${now} or rate_limits.window_start > ${now + CLOCK_SKEW})`;
  return db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${windowEnded} then ${by} else rate_limits.count + ${by} end`,
        window_start: sql<number>`case when ${windowEnded} then ${now} else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
}

export async function deleteCounter(db: Db, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}
