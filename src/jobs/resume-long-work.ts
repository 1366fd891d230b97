import type { App } from '../app.ts';
import { DomainError } from '../domain/error.ts';
import { findStale } from '../domain/long-work/long-work.queries.ts';
import type { Work } from '../domain/long-work/long-work.ts';
import { resume } from '../domain/long-work/resume.ts';
import { isInMaintenance, repeat } from './runs.ts';

/** How often work whose process has ended is looked for, in milliseconds. */
const INTERVAL = 10_000;

/** After this time without a batch the process that ran long work has ended, in milliseconds. */
const STALE_AFTER = 20_000;

type Jobs = Pick<App, 'database' | 'clock' | 'log'>;

/**
 * Resumes the work whose process has ended, all of it in turns. If two nodes ever do so, or a slow one has not ended, no
 * batch is done twice.
 * @returns how much was finished
 */
export async function resumeLongWork(app: Jobs, isStopping: () => boolean): Promise<number> {
  const since = new Date(app.clock().getTime() - STALE_AFTER).toISOString();
  const stale = await findStale(app.database.db, since);
  const finished = await Promise.all(stale.map((work) => resumeOne(app, work, isStopping)));
  return finished.filter(Boolean).length;
}

async function resumeOne(
  { database: { db }, clock, log }: Jobs,
  work: Work,
  isStopping: () => boolean,
): Promise<boolean> {
  const runner = { db, viewer: { id: work.user_id }, now: clock(), log };
  try {
    return !isStopping() && (await resume(runner, work, isStopping)) !== null;
  } catch (error) {
    // What refuses its first batch has ended it.
    if (error instanceof DomainError) return true;
    log.error({ err: error, user_id: work.user_id }, 'long work could not be resumed');
    return false;
  }
}

/** Looks for unfinished work at start and then every ten seconds; the returned function ends it. */
export function scheduleResuming(app: App): () => void {
  return repeat(app, { interval: INTERVAL }, async () => {
    if (await isInMaintenance(app)) return;
    const finished = await resumeLongWork(app, app.isStopping);
    if (finished > 0) app.log.info({ finished }, 'long work resumed and finished');
  });
}
