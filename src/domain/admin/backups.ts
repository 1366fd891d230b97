import type { ReadStream } from 'node:fs';
import { recordActivity } from '../activity/record.ts';
import { type Backup, listBackups, openBackup, readBackup } from '../backups/folder.ts';
import { chooseKeptOf, type KeptAs } from '../backups/retention.ts';
import { askForRun, findAskedRun, findEndedRuns } from '../backups/runs.ts';
import { readBackupState } from '../backups/state.ts';
import type { Mailing, Operating, Reading, Writing } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { readJobs } from '../instance/job-runs.ts';
import { confirmOwnPassword, lockConfirmed } from '../users/passwords/confirm.ts';
import { inActing } from './acting.ts';
import { requireRole } from './require.ts';

export interface ListedBackup extends Backup {
  keptAs: KeptAs[];
}

/** Reads the backups of this node and the result of the last one. @throws DomainError FORBIDDEN (403) */
export async function readBackups(context: Reading & Pick<Operating, 'instance'>) {
  requireRole(context, 'admin');
  const { BACKUP_DIR: folder, BACKUPS_DAILY, BACKUPS_WEEKLY, BACKUPS_MONTHLY } = context.settings;
  const policy = { daily: BACKUPS_DAILY, weekly: BACKUPS_WEEKLY, monthly: BACKUPS_MONTHLY };
  const files = listBackups(folder);
  const reasonsByBackup = chooseKeptOf(
    files.filter(({ kind }) => kind === 'pruta'),
    policy,
  );
  const lastRequested = (await findEndedRuns(context.db, 100)).find(({ asked_by }) => asked_by !== null);
  return {
    folder,
    backups: files.map((backup): ListedBackup => ({ ...backup, keptAs: reasonsByBackup.get(backup) ?? [] })),
    state: await readBackupState(context, await readJobs(context)),
    asked: (await findAskedRun(context.db)) ?? null,
    ended: lastRequested
      ? { ...lastRequested, ended_at: lastRequested.ended_at ?? lastRequested.asked_at }
      : null,
  };
}

/** Requests a backup, which is made in the background. @throws DomainError FORBIDDEN (403), BACKUP_ASKED (409) */
export function makeBackupNow(context: Writing): Promise<void> {
  return inActing(context, 'admin', async (inside, tx) => {
    const { viewer, now } = inside;
    const name = `${viewer.firstName} ${viewer.lastName}`.trim();
    if (!(await askForRun(tx, now, name))) throw new DomainError('BACKUP_ASKED', 409);
    await recordActivity(inside, { type: 'make_backup' });
  });
}

/** For the page that asks for the password. @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export function readDownload(context: Reading, name: string): Backup {
  requireRole(context, 'super_admin');
  const backup = readBackup(context.settings.BACKUP_DIR, name);
  if (!backup) throw notFound();
  return backup;
}

/**
 * Opens a backup, which contains everyone's data, for a super admin who has confirmed their password; logs the
 * download.
 * @throws DomainError FORBIDDEN (403), NOT_FOUND (404), CURRENT_PASSWORD_WRONG (400), PASSWORD_REQUIRED (409),
 *   RATE_LIMITED (429)
 */
export async function downloadBackup(
  context: Writing & Mailing,
  name: string,
  password: string,
): Promise<{ file: ReadStream; size: number }> {
  readDownload(context, name);
  const user = await confirmOwnPassword(context, password);
  return inActing(context, 'super_admin', async (inside, tx) => {
    await lockConfirmed(inside, tx, user);
    const opened = await openBackup(context.settings.BACKUP_DIR, name);
    if (!opened) throw notFound();
    try {
      await recordActivity(inside, { type: 'download_backup', details: { backup: name } });
    } catch (error) {
      opened.file.destroy();
      throw error;
    }
    return opened;
  });
}
