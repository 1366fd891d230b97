import { Worker } from 'node:worker_threads';
import type { App } from '../app.ts';
import { HELD_FOR, holdLease, type Lease } from '../db/lease.ts';
import { isWithoutOwner } from '../domain/accounts/register.ts';
import { deleteBackup, listBackups } from '../domain/backups/folder.ts';
import { chooseExpired } from '../domain/backups/retention.ts';
import { isResting } from './resting.ts';

export const BACKUP = 'backup';

/** What making a backup led to; `differences` are stored totals that are not the sums of the transactions. */
export type Outcome = { name: string; differences: number } | { problem: string };

type Node = Pick<App, 'database' | 'clock' | 'log' | 'config' | 'site'>;

/** What came of looking for work. */
export type Result = 'made' | 'failed' | 'not due' | 'rests' | 'elsewhere';

/**
 * Makes the backup of the day, in UTC, unless there is one, and deletes those that are no longer needed. One node does
 * it at a time. What fails deletes nothing, and leaves the older ones.
 */
export async function backUpIfDue(node: Node, make: () => Promise<Outcome>): Promise<Result> {
  if (await isResting(node)) return 'rests';
  if (hasBackupOf(node, node.clock()) || (await isWithoutOwner(node.database))) return 'not due';
  const lease = await holdLease(node.database.db, BACKUP, node.clock);
  if (!lease) return 'elsewhere';
  const stopRenewing = renew(lease);
  try {
    // Another node with the same folder may have made it just before.
    if (hasBackupOf(node, node.clock())) return 'not due';
    return conclude(node, await make());
  } finally {
    stopRenewing();
    await lease.release();
  }
}

function conclude({ config, log }: Node, outcome: Outcome): Result {
  if ('problem' in outcome) {
    log.error({ problem: outcome.problem }, 'a backup could not be made; it is tried again in an hour');
    return 'failed';
  }
  if (outcome.differences > 0) {
    // The older ones may be better.
    log.error(outcome, 'a backup was made, but stored totals differ; "npm run admin -- check" names them');
    return 'made';
  }
  const expired = deleteExpired(config);
  log.info({ name: outcome.name, deleted: expired }, 'backup made and checked');
  return 'made';
}

/** Deletes the backups that are no longer needed, and returns their names. Copies of restorations stay. */
function deleteExpired({ BACKUP_DIR, BACKUPS_DAILY, BACKUPS_WEEKLY, BACKUPS_MONTHLY }: Node['config']) {
  const policy = { daily: BACKUPS_DAILY, weekly: BACKUPS_WEEKLY, monthly: BACKUPS_MONTHLY };
  const expired = chooseExpired(ownBackups(BACKUP_DIR), policy);
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

function renew(lease: Lease): () => void {
  const timer = setInterval(() => void lease.isHeld().catch(() => undefined), HELD_FOR / 4);
  return () => clearInterval(timer);
}

const MINUTE = 60_000;

/** How long after the start backups are looked at first, then how often, and when again after a failure. */
const FIRST = 5 * MINUTE;
const INTERVAL = 10 * MINUTE;
const AFTER_FAILURE = 60 * MINUTE;

/**
 * Backs up once a day, on nodes that run jobs, in a thread; the returned function ends it.
 * @param threadFile the built `backup-thread.ts`
 */
export function scheduleBackups(app: App, threadFile: URL): () => void {
  const { NODE_ROLE, BACKUPS } = app.config;
  if (NODE_ROLE === 'web' || BACKUPS === 'off') return () => undefined;
  let thread: Worker | undefined;
  let timer = setTimeout(run, FIRST).unref();

  function run(): void {
    app.defer(async () => {
      let result: Result = 'failed';
      try {
        result = await backUpIfDue(app, () => {
          thread = new Worker(threadFile);
          return outcomeOf(thread);
        });
      } finally {
        thread = undefined;
        if (!app.isStopping())
          timer = setTimeout(run, result === 'failed' ? AFTER_FAILURE : INTERVAL).unref();
      }
    });
  }

  return () => {
    clearTimeout(timer);
    // What it has copied so far is deleted by the next one.
    void thread?.terminate();
  };
}

function outcomeOf(thread: Worker): Promise<Outcome> {
  return new Promise((resolve) => {
    let outcome: Outcome = { problem: 'it was ended' };
    thread.once('message', (message: Outcome) => {
      outcome = message;
    });
    thread.once('error', (error: Error) => {
      outcome = { problem: error.message };
    });
    thread.once('exit', () => resolve(outcome));
  });
}
