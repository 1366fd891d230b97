import type { App } from '../app.ts';
import { readJobs, recordDue, recordFailure, recordRun } from '../domain/instance/job-runs.ts';

type Clock = Pick<App, 'database' | 'clock'>;

/** Runs a timed job, and notes that it did or failed, and when it is due again: after so many milliseconds. */
export async function watched<Result>(
  { database, clock }: Clock,
  name: string,
  interval: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const due = () => new Date(clock().getTime() + interval);
  try {
    const result = await work();
    await recordRun(database.db, name, clock(), due());
    return result;
  } catch (error) {
    await recordFailure(database.db, name, clock(), due());
    throw error;
  }
}

/** Notes when a job that has never run is due. */
export function announce({ database, clock }: Clock, name: string, interval: number): Promise<void> {
  return recordDue(database.db, name, new Date(clock().getTime() + interval));
}

/** Whether a job is due, or nobody has noted when it is. */
export async function isDue({ database, clock }: Clock, name: string): Promise<boolean> {
  const now = clock();
  const job = (await readJobs({ db: database.db, now })).find((one) => one.name === name);
  return !job || Date.parse(job.next_run_at) <= now.getTime();
}
