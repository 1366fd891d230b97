import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { App } from '../app.ts';
import { LEASE_DURATION, type Lease, withLease } from '../db/lease.ts';
import type { BackupRunRow } from '../db/tables.ts';
import { BACKUP_COMMAND, runAfterBackup } from '../domain/backups/after-backup.ts';
import { deleteBackup, folderProblem, listBackups } from '../domain/backups/folder.ts';
import { chooseKeptOf } from '../domain/backups/retention.ts';
import { type BackupOutcome, findAskedRun, recordOutcome } from '../domain/backups/runs.ts';
import { BACKUP } from '../domain/backups/state.ts';
import { forgetRun, recordFailure, recordNotDue, recordRun } from '../domain/instance/job-runs.ts';
import { later, MINUTE } from '../domain/instants.ts';
import { isWithoutOwner } from '../domain/users/register.ts';
import { announce, isInMaintenance, repeat, resultOf } from './schedule.ts';

type Node = Pick<App, 'database' | 'clock' | 'log' | 'config' | 'site'>;

export type Result = 'made' | 'failed' | 'not due' | 'rests' | 'elsewhere' | 'interrupted';

/** Returns null if the process is stopping. */
type Make = () => Promise<BackupOutcome | null>;

/**
 * The first check for a daily backup after the start, then the interval, and the pause after a failure; milliseconds.
 */
const FIRST_CHECK = 5 * MINUTE;
const INTERVAL = 10 * MINUTE;
const AFTER_FAILURE = 60 * MINUTE;

/**
 * Makes today's backup (UTC) unless it exists, and deletes backups that are no longer needed, on one node at a time. A
 * failure deletes nothing.
 */
export async function backUpIfDue(node: Node, make: Make, stopping?: AbortSignal): Promise<Result> {
  if (await isInMaintenance(node)) return 'rests';
  const { db } = node.database;
  const isMade = () => hasBackupOf(node, node.clock());
  if (isMade() || (await isWithoutOwner(node.database))) {
    await recordNotDue(db, BACKUP, nextDay(node.clock()));
    return 'not due';
  }
  const result = await underLease(node, async () => {
    // Another node with the same folder may have just made it.
    return isMade() ? 'not due' : conclude(node, undefined, await make(), stopping);
  });
  const now = node.clock();
  if (result === 'made') await recordRun(db, BACKUP, now, nextDay(now));
  if (result === 'failed') await recordFailure(db, BACKUP, now, later(now, AFTER_FAILURE));
  return result;
}

/** Makes a requested backup, even during maintenance. */
export async function backUpIfAsked(node: Node, make: Make, stopping?: AbortSignal): Promise<Result> {
  if (!(await findAskedRun(node.database.db))) return 'not due';
  return underLease(node, async () => {
    const requested = await findAskedRun(node.database.db);
    return requested ? conclude(node, requested, await make(), stopping) : 'not due';
  });
}

async function underLease(node: Node, work: () => Promise<Result>): Promise<Result> {
  const result = await withLease(node.database.db, BACKUP, node.clock, async (lease) => {
    const stopRenewing = renew(lease);
    return work().finally(stopRenewing);
  });
  return result ?? 'elsewhere';
}

async function conclude(
  node: Node,
  requested: BackupRunRow | undefined,
  outcome: BackupOutcome | null,
  stopping?: AbortSignal,
): Promise<Result> {
  const { config, log, database, clock } = node;
  if (!outcome) return 'interrupted';
  if ('problem' in outcome) {
    const again = requested ? '' : '; it is tried again in an hour';
    log.error({ problem: outcome.problem }, `a backup could not be made${again}`);
  }
  await recordOutcome(database.db, requested, outcome, clock());
  if ('problem' in outcome) return 'failed';
  const expired = config.BACKUPS === 'off' ? [] : deleteExpired(config);
  if (outcome.differences > 0)
    log.error(
      { ...outcome, deleted: expired },
      'a backup was made, but stored totals differ; "npm run admin -- check" names them',
    );
  else log.info({ name: outcome.name, deleted: expired }, 'backup made and checked');
  await takeElsewhere(node, outcome.name, stopping);
  return 'made';
}

/** A failure is reported like that of a job; the backup stays, and the command runs again after the next one. */
async function takeElsewhere(
  { config, log, database: { db }, clock }: Node,
  name: string,
  stopping?: AbortSignal,
): Promise<void> {
  const problem = await runAfterBackup(config, join(config.BACKUP_DIR, name), stopping);
  const [now, due] = [clock(), nextDay(clock())];
  if (problem) {
    log.error({ name, problem }, 'BACKUP_COMMAND failed: the backup is only in the folder of backups');
    await recordFailure(db, BACKUP_COMMAND, now, due);
  } else if (config.BACKUP_COMMAND) {
    log.info({ name }, 'BACKUP_COMMAND is done');
    await recordRun(db, BACKUP_COMMAND, now, due);
  } else await forgetRun(db, BACKUP_COMMAND);
}

/** Deletes backups that are no longer needed, and returns their names. Copies made by restorations are kept. */
function deleteExpired({ BACKUP_DIR, BACKUPS_DAILY, BACKUPS_WEEKLY, BACKUPS_MONTHLY }: Node['config']) {
  const policy = { daily: BACKUPS_DAILY, weekly: BACKUPS_WEEKLY, monthly: BACKUPS_MONTHLY };
  const all = ownBackups(BACKUP_DIR);
  const needed = chooseKeptOf(all, policy);
  const expired = all.filter((backup) => !needed.has(backup));
  for (const { name } of expired) deleteBackup(BACKUP_DIR, name);
  return expired.map(({ name }) => name);
}

function hasBackupOf({ config }: Node, now: Date): boolean {
  const today = now.toISOString().slice(0, 10);
  return ownBackups(config.BACKUP_DIR).some(({ madeAt }) => madeAt.toISOString().startsWith(today));
}

function ownBackups(folder: string) {
  return listBackups(folder).filter(({ kind }) => kind === 'pruta');
}

/** The latest time at which the next day's backup is normally made. */
function nextDay(now: Date): Date {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return new Date(midnight + INTERVAL + FIRST_CHECK);
}

function renew(lease: Lease): () => void {
  const timer = setInterval(() => void lease.isHeld().catch(() => undefined), LEASE_DURATION / 4);
  return () => clearInterval(timer);
}

/** How often a node checks for a requested backup, in milliseconds. */
const REQUEST_INTERVAL = 3_000;

/**
 * Makes daily and requested backups in a thread; the returned function stops the schedule.
 * @param threadFile the built `backup-thread.ts`
 */
export function scheduleBackups(app: App, threadFile: URL): () => void {
  const isDaily = app.config.BACKUPS !== 'off';
  const stopping = new AbortController();
  let thread: Worker | undefined;
  let nextDaily = isDaily ? performance.now() + FIRST_CHECK : Infinity;
  if (isDaily && app.config.NODE_ROLE !== 'web') {
    app.defer(() => announce(app, BACKUP, FIRST_CHECK));
    const folder = app.config.BACKUP_DIR;
    const problem = folderProblem(folder);
    if (problem) app.log.error({ folder, problem }, 'BACKUP_DIR cannot be used: no backup can be made');
  }

  async function make(): Promise<BackupOutcome | null> {
    thread = new Worker(threadFile);
    const outcome = await resultOf<BackupOutcome>(thread).catch((error: Error) => ({
      problem: error.message,
    }));
    thread = undefined;
    return outcome ?? null;
  }

  const end = repeat(app, { interval: REQUEST_INTERVAL, first: REQUEST_INTERVAL }, async () => {
    await backUpIfAsked(app, make, stopping.signal);
    if (performance.now() < nextDaily || app.isStopping()) return;
    nextDaily = performance.now() + AFTER_FAILURE;
    const result = await backUpIfDue(app, make, stopping.signal);
    if (result !== 'failed') nextDaily = performance.now() + INTERVAL;
  });
  return () => {
    end();
    stopping.abort();
    // A later backup deletes the incomplete copy.
    void thread?.terminate();
  };
}
