import type { App } from '../app.ts';
import { recordDue, recordFailure, recordRun } from '../domain/instance/job-runs.ts';

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
