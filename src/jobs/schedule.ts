import type { Worker } from 'node:worker_threads';
import type { App } from '../app.ts';
import { notBeyond } from '../db/clock-skew.ts';
import { readJobs, recordDue, recordFailure, recordRun } from '../domain/instance/job-runs.ts';
import { later } from '../domain/instants.ts';

type Clock = Pick<App, 'database' | 'clock' | 'startedAt'>;

/**
 * Repeats work on nodes that run jobs; times are in milliseconds. The returned function stops it.
 * @param work may return another pause until the next run
 */
export function repeat(
  app: App,
  { interval, first = 0 }: { interval: number; first?: number },
  work: () => Promise<number | undefined>,
): () => void {
  if (app.config.NODE_ROLE === 'web') return () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const run = () =>
    app.defer(async () => {
      let pause: number | undefined;
      try {
        pause = await work();
      } finally {
        if (!app.isStopping()) timer = setTimeout(run, pause ?? interval).unref();
      }
    });
  if (first > 0) timer = setTimeout(run, first).unref();
  else run();
  return () => clearTimeout(timer);
}

export function resultOf<Result>(thread: Worker): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
  let result: Result | undefined;
  thread.once('message', (message: Result) => {
    result = message;
  });
  thread.once('error', reject);
  thread.once('exit', () => resolve(result));
  return promise;
}

export async function isInMaintenance({ site }: Pick<App, 'site'>): Promise<boolean> {
  await site.refresh();
  return site.settings.maintenance_mode;
}

/** Runs a timed job and records success or failure, and that it is due again after `interval` milliseconds. */
export async function watched<Result>(
  { database, clock }: Clock,
  name: string,
  interval: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const due = () => later(clock(), interval);
  try {
    const result = await work();
    await recordRun(database.db, name, clock(), due());
    return result;
  } catch (error) {
    await recordFailure(database.db, name, clock(), due());
    throw error;
  }
}

/** Records the due time of a job that has never run. */
export function announce({ database, clock }: Clock, name: string, interval: number): Promise<void> {
  return recordDue(database.db, name, later(clock(), interval));
}

/** A job is due without a recorded due time, or with one further ahead than `interval`. */
export async function isDue(
  { database, clock, startedAt }: Clock,
  name: string,
  interval: number,
): Promise<boolean> {
  const now = clock();
  const job = (await readJobs({ db: database.db, now, instance: { startedAt } })).find(
    (entry) => entry.name === name,
  );
  return !job || Date.parse(job.next_run_at) <= now.getTime() || job.next_run_at > notBeyond(now, interval);
}
