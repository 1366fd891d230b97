import type { BackupRunRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import type { Job } from '../instance/job-runs.ts';
import { findEndedRuns } from './backups.queries.ts';
import { type Backup, listBackups } from './folder.ts';

export type BackupState = Awaited<ReturnType<typeof readBackupState>>;

/** The job that makes the backup of the day. */
export const BACKUP = 'backup';

/** Looks at the folder of this node, and at what all nodes have made. */
export async function readBackupState(
  context: Pick<Reading, 'db' | 'now' | 'settings'>,
  jobs: readonly Job[],
) {
  const { BACKUPS, BACKUP_DIR } = context.settings;
  const daily = BACKUPS !== 'off';
  const ended = await findEndedRuns(context.db, 20);
  const made = ended.find(({ problem }) => problem === null);
  const [own] = listBackups(BACKUP_DIR).filter(({ kind }) => kind === 'pruta');
  const last = latestOf(own, made);
  const [latestRun] = ended;
  const hasFailed = latestRun?.problem && (!last || last.made_at < (latestRun.ended_at ?? ''));
  return {
    daily,
    last: last && { ...last, age_s: ageOf(last.made_at, context.now) },
    /** Whether that of the day has not been made, although it should have been. */
    overdue: daily && jobs.some(({ name, late }) => name === BACKUP && late),
    failed: hasFailed
      ? { at: latestRun.ended_at ?? latestRun.asked_at, problem: latestRun.problem ?? '' }
      : null,
  };
}

// One made by the command line is in the folder alone, and one of another node in its run alone.
function latestOf(own: Backup | undefined, made: BackupRunRow | undefined) {
  const ofFolder = own && {
    made_at: own.madeAt.toISOString(),
    differences: own.checked?.differences ?? null,
  };
  const ofRun = made?.ended_at &&
    made.name !== own?.name && { made_at: made.ended_at, differences: made.differences };
  if (!ofFolder || !ofRun) return ofFolder || ofRun || null;
  return ofFolder.made_at > ofRun.made_at ? ofFolder : ofRun;
}

function ageOf(instant: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 1000));
}
