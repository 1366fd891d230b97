import type { App } from '../app.ts';
import { deleteOldActivity } from '../domain/activity/record.ts';
import { deleteForgottenImports } from '../domain/bank-files/carry-out/forget.ts';
import { deleteOldMailCounts } from '../domain/instance/days.ts';
import { DAY, HOUR, later, MINUTE } from '../domain/instants.ts';
import { deleteOldInvitations } from '../domain/invitations/invitations.ts';
import { UNDO_FOR } from '../domain/ledger/removed.ts';
import { emptyTrash } from '../domain/ledger/trash.ts';
import { deleteExpiredWork } from '../domain/long-work/long-work.ts';
import { deleteOldDevices } from '../domain/sessions/known-devices.ts';
import { purgeClosed } from '../domain/users/delete.ts';
import { deleteExpired } from './clean-up.queries.ts';
import { announce, isDue, isInMaintenance, repeat, watched } from './schedule.ts';

/** Idempotent, and safe to run on several nodes at once. */
export async function cleanUp(app: Pick<App, 'database' | 'clock' | 'site'>): Promise<void> {
  const now = app.clock();
  await deleteExpired(app.database.db, now, later(now, -DAY));
  await emptyTrash(app.database, later(now, -UNDO_FOR).toISOString());
  await deleteExpiredWork(app.database.db, now);
  await deleteForgottenImports(app.database.db, now);
  await deleteOldDevices(app.database.db, now);
  await deleteOldInvitations(app.database.db, now);
  await deleteOldMailCounts(app.database.db, now);
  await purgeClosed(app.database.db, now);
  await deleteOldActivity(app.database.db, now, app.site.settings.activity_retention_days);
}

/** Cleans up at most once an hour across all nodes; returns whether it did. */
export async function cleanUpIfDue(app: App): Promise<boolean> {
  if ((await isInMaintenance(app)) || !(await isDue(app, 'clean_up', HOUR))) return false;
  await watched(app, 'clean_up', HOUR, () => cleanUp(app));
  return true;
}

/** The returned function stops the schedule. */
export function scheduleCleanUp(app: App): () => void {
  if (app.config.NODE_ROLE !== 'web') app.defer(() => announce(app, 'clean_up', HOUR));
  return repeat(app, { interval: MINUTE, first: MINUTE }, async () => void (await cleanUpIfDue(app)));
}
