import type { Db } from '../../db/open.ts';
import type { Instance } from '../context.ts';
import { MINUTE } from '../instants.ts';
import { deleteRun, findRuns, insertDue, upsertRun } from './instance.queries.ts';

/** In milliseconds after the due time. */
const LATE_AFTER = 5 * MINUTE;

/** What became due while the server was off is done within this time after its start. */
const FIRST_RUNS = 5 * MINUTE;

/** Instants are ISO 8601 in UTC. */
export interface Job {
  name: string;
  last_run_at: string | null;
  next_run_at: string;
  late: boolean;
  failing_since: string | null;
}

export function recordRun(db: Db, name: string, now: Date, due: Date): Promise<void> {
  return upsertRun(db, name, { ran_at: now.toISOString(), due_at: due.toISOString(), failing_since: null });
}

export function recordFailure(db: Db, name: string, now: Date, due: Date): Promise<void> {
  return upsertRun(db, name, { due_at: due.toISOString(), failing_since: now.toISOString() });
}

export function recordDue(db: Db, name: string, due: Date): Promise<void> {
  return insertDue(db, name, due.toISOString());
}

/** For a job that had nothing to do. */
export function recordNotDue(db: Db, name: string, due: Date): Promise<void> {
  return upsertRun(db, name, { due_at: due.toISOString(), failing_since: null });
}

/** For a job that is no longer wanted. */
export function forgetRun(db: Db, name: string): Promise<void> {
  return deleteRun(db, name);
}

export async function readJobs({
  db,
  now,
  instance,
}: {
  db: Db;
  now: Date;
  instance: Pick<Instance, 'startedAt'>;
}): Promise<Job[]> {
  const running = instance.startedAt.getTime() + FIRST_RUNS;
  return (await findRuns(db)).map(({ name, ran_at, due_at, failing_since }) => ({
    name,
    last_run_at: ran_at,
    next_run_at: due_at,
    late: now.getTime() - Math.max(Date.parse(due_at), running) > LATE_AFTER,
    failing_since,
  }));
}
