import type { BackupRunRow } from '../../db/tables.ts';
import type { Reading } from '../context.ts';
import type { Job } from '../instance/job-runs.ts';
import { findEndedRuns } from './backups.queries.ts';
import { type Backup, listBackups } from './folder.ts';

export const BACKUP = 'backup';

/** Combines the folder of this node with the runs of all nodes. */
export async function readBackupState(
  context: Pick<Reading, 'db' | 'now' | 'settings'>,
  jobs: readonly Job[],
) {
  const { BACKUPS, BACKUP_DIR } = context.settings;
  const daily = BACKUPS !== 'off';
  const endedRuns = await findEndedRuns(context.db, 20);
  const lastMade = endedRuns.find(({ problem }) => problem === null);
  const [latestFile] = listBackups(BACKUP_DIR).filter(({ kind }) => kind === 'pruta');
  const last = latestOf(latestFile, lastMade);
  const [latestRun] = endedRuns;
  const hasFailed = latestRun?.problem && (!last || last.made_at < (latestRun.ended_at ?? ''));
  return {
    daily,
    last: last && { ...last, age_s: ageOf(last.made_at, context.now) },
    /** Whether today's backup is missing, although it is due. */
    overdue: daily && jobs.some(({ name, late }) => name === BACKUP && late),
    failed: hasFailed
      ? { at: latestRun.ended_at ?? latestRun.asked_at, problem: latestRun.problem ?? '' }
      : null,
  };
}

// A backup by the command line is only in the folder, and one by another node only in its run.
function latestOf(latestFile: Backup | undefined, lastMade: BackupRunRow | undefined) {
  const ofFolder = latestFile && {
    made_at: latestFile.madeAt.toISOString(),
    differences: latestFile.checked?.differences ?? null,
  };
  const ofRun = lastMade?.ended_at &&
    lastMade.name !== latestFile?.name && { made_at: lastMade.ended_at, differences: lastMade.differences };
  if (!ofFolder || !ofRun) return ofFolder || ofRun || null;
  return ofFolder.made_at > ofRun.made_at ? ofFolder : ofRun;
}

function ageOf(instant: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(instant)) / 1000));
}
