import { BACKUP } from '../backups/state.ts';
import type { Operating, Reading } from '../context.ts';
import { type Health, isLow, readHealth } from '../instance/health.ts';
import { MINUTE } from '../instants.ts';
import { mayAdminister } from './permission.ts';

/** Conditions that need an administrator, the most serious first. */
export const TROUBLES = [
  'database',
  'migrations',
  'storage',
  'backup_failed',
  'backup_overdue',
  'backup_totals',
  'jobs',
  'mails',
  'failures',
  'operator',
  'unverified',
] as const;

/** `count` is 1 where a number has no meaning. */
export interface Trouble {
  kind: (typeof TROUBLES)[number];
  count: number;
}

export type Condition = [isMet: boolean, kind: Trouble['kind'], count: number];

export const met = (conditions: Condition[]): Trouble[] =>
  conditions.filter(([isMet]) => isMet).map(([, kind, count]) => ({ kind, count }));

/** What endangers the data or the work of the instance. */
export function troublesOf({ database, storage, jobs, backups }: Health): Condition[] {
  const otherJobs = jobs.filter(({ name }) => name !== BACKUP);
  const troubledJobs = otherJobs.filter(({ late, failing_since }) => late || failing_since !== null).length;
  const differences = backups.last?.differences ?? 0;
  return [
    [!database.ok, 'database', 1],
    [database.migrations.pending.length > 0, 'migrations', database.migrations.pending.length],
    [storage !== null && isLow(storage), 'storage', 1],
    [backups.failed !== null, 'backup_failed', 1],
    [backups.overdue && backups.failed === null, 'backup_overdue', 1],
    [differences > 0, 'backup_totals', differences],
    [troubledJobs > 0, 'jobs', troubledJobs],
  ];
}

const TROUBLE_AGE = MINUTE;

// Home shows it to administrators at every look, and reading it takes longer than their balance.
const cache = new WeakMap<Operating['rootDb'], { at: number; trouble: Trouble | null }>();

/** The most serious trouble of the instance, at most a minute old; null for people who may not administer it. */
export async function readTrouble(context: Reading & Operating): Promise<Trouble | null> {
  const { viewer, rootDb, now } = context;
  if (!mayAdminister(viewer, 'admin')) return null;
  const cached = cache.get(rootDb);
  if (cached && Math.abs(now.getTime() - cached.at) < TROUBLE_AGE) return cached.trouble;
  return cacheTrouble(context, await readHealth(context));
}

/** So that Home says what an administrator has just seen. */
export function cacheTrouble(
  { rootDb, now }: Operating & Pick<Reading, 'now'>,
  health: Health,
): Trouble | null {
  const [trouble = null] = met(troublesOf(health));
  cache.set(rootDb, { at: now.getTime(), trouble });
  return trouble;
}
