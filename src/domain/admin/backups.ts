import type { ReadStream } from 'node:fs';
import { confirmOwnPassword } from '../accounts/passwords/confirm.ts';
import { recordActivity } from '../activity/record.ts';
import { type Backup, listBackups, openBackup, readBackup } from '../backups/folder.ts';
import { chooseKeptOf, type KeptAs } from '../backups/retention.ts';
import { askForRun, findAskedRun, findEndedRuns } from '../backups/runs.ts';
import { readBackupState } from '../backups/state.ts';
import type { Reading, Writing } from '../context.ts';
import { DomainError, notFound } from '../error.ts';
import { readJobs } from '../instance/job-runs.ts';
import { inActing } from './acting.ts';
import { requireRole } from './require.ts';

/** A backup in the folder of this node, and what it is kept as; a copy of what a restoration replaced is kept as such. */
export interface ListedBackup extends Backup {
  keptAs: KeptAs[];
}

/** Reads the backups of this node and what became of the last one. @throws DomainError FORBIDDEN (403) */
export async function readBackups(context: Reading) {
  requireRole(context, 'admin');
  const { BACKUP_DIR: folder, BACKUPS_DAILY, BACKUPS_WEEKLY, BACKUPS_MONTHLY } = context.settings;
  const policy = { daily: BACKUPS_DAILY, weekly: BACKUPS_WEEKLY, monthly: BACKUPS_MONTHLY };
  const found = listBackups(folder);
  const kept = chooseKeptOf(
    found.filter(({ kind }) => kind === 'pruta'),
    policy,
  );
  const ended = (await findEndedRuns(context.db, 100)).find(({ asked_by }) => asked_by !== null);
  return {
    folder,
    backups: found.map((backup): ListedBackup => ({ ...backup, keptAs: kept.get(backup) ?? [] })),
    state: await readBackupState(context, await readJobs(context)),
    asked: (await findAskedRun(context.db)) ?? null,
    ended: ended ? { ...ended, ended_at: ended.ended_at ?? ended.asked_at } : null,
  };
}

/** Asks for a backup, which is made beside requests. @throws DomainError FORBIDDEN (403), BACKUP_ASKED (409) */
export function makeBackupNow(context: Writing): Promise<void> {
  return inActing(context, 'admin', async (inside, tx) => {
    const { viewer, now } = inside;
    const name = `${viewer.firstName} ${viewer.lastName}`.trim();
    if (!(await askForRun(tx, now, name))) throw new DomainError('BACKUP_ASKED', 409);
    await recordActivity(inside, { type: 'make_backup' });
  });
}

/** A backup by its name, for the page that asks for the password. @throws DomainError FORBIDDEN (403), NOT_FOUND (404) */
export function readDownload(context: Reading, name: string): Backup {
  requireRole(context, 'super_admin');
  const backup = readBackup(context.settings.BACKUP_DIR, name);
  if (!backup) throw notFound();
  return backup;
}

/**
 * Opens a backup for a super admin who has given their password again, and notes that: it has the data of everybody.
 * @throws DomainError FORBIDDEN (403), NOT_FOUND (404), CURRENT_PASSWORD_WRONG (400), PASSWORD_REQUIRED (409),
 *   RATE_LIMITED (429)
 */
export async function downloadBackup(
  context: Writing,
  name: string,
  password: string,
): Promise<{ file: ReadStream; size: number }> {
  readDownload(context, name);
  await confirmOwnPassword(context, password);
  return inActing(context, 'super_admin', async (inside) => {
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
