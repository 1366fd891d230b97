import type { App } from '../app.ts';
import { notBeyond } from '../db/clock-skew.ts';
import { DomainError } from '../domain/error.ts';
import { later } from '../domain/instants.ts';
import { findStale } from '../domain/long-work/long-work.queries.ts';
import type { Work } from '../domain/long-work/long-work.ts';
import { resume } from '../domain/long-work/resume.ts';
import { isInMaintenance, repeat } from './schedule.ts';

/** How often stale work is looked for, in milliseconds. */
const INTERVAL = 10_000;

/** After this time without a batch, the process of the work counts as ended; milliseconds. */
const STALE_AFTER = 20_000;

type Jobs = Pick<App, 'database' | 'clock' | 'log'>;

/**
 * Resumes all work of ended processes in turns. If two nodes do so at once, or a slow process is still running, no
 * batch is done twice.
 * @param isStarting whether this process has just started: what is not finished may be of the one before it, and its
 * person waits
 * @returns how many pieces of work were finished
 */
export async function resumeLongWork(
  app: Jobs,
  isStopping: () => boolean,
  { isStarting = false } = {},
): Promise<number> {
  const now = app.clock();
  const since = later(now, isStarting ? 0 : -STALE_AFTER).toISOString();
  const stale = await findStale(app.database.db, since, notBeyond(now));
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
    // A refusal of the first batch ends the work.
    if (error instanceof DomainError) return true;
    log.error({ err: error, user_id: work.user_id }, 'long work could not be resumed');
    return false;
  }
}

/** Checks at start and then every ten seconds; the returned function stops the schedule. */
export function scheduleResuming(app: App): () => void {
  let isStarting = true;
  return repeat(app, { interval: INTERVAL }, async () => {
    if (await isInMaintenance(app)) return;
    const finished = await resumeLongWork(app, app.isStopping, { isStarting });
    isStarting = false;
    if (finished > 0) app.log.info({ finished }, 'long work resumed and finished');
  });
}
