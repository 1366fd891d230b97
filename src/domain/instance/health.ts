import { statfs } from 'node:fs/promises';
import { KNOWN_MIGRATIONS } from '../../db/migrate.ts';
import { VERSION } from '../../product.ts';
import { BACKUP_COMMAND } from '../backups/after-backup.ts';
import { BACKUP, readBackupState } from '../backups/state.ts';
import type { Context } from '../context.ts';
import { findMigrations, readDatabase } from './instance.queries.ts';
import { readJobs } from './job-runs.ts';

export { explain as explainStatement } from './instance.queries.ts';

export type Health = Awaited<ReturnType<typeof readHealth>>;

const LOW_DISK = 0.1;

export async function readHealth(context: Pick<Context, 'db' | 'now' | 'settings' | 'instance'>) {
  const { db, now, settings, instance } = context;
  const problem = await instance.problem();
  const { bytes, version } = await readDatabase(db, instance.engine);
  const applied = await findMigrations(db);
  const pending = KNOWN_MIGRATIONS.filter((name) => !applied.includes(name));
  const storage = await diskOf(settings.DATA_DIR);
  const allJobs = await readJobs(context);
  const backups = await readBackupState(context, allJobs);
  // When they are switched off, their last run remains in the database.
  const isOn: Partial<Record<string, boolean>> = {
    [BACKUP]: backups.daily,
    [BACKUP_COMMAND]: backups.daily && settings.BACKUP_COMMAND !== undefined,
  };
  const jobs = allJobs.filter(
    ({ name, failing_since }) => (isOn[name] ?? true) || (name === BACKUP_COMMAND && failing_since !== null),
  );
  const isWell =
    problem === null &&
    pending.length === 0 &&
    !jobs.some(({ late, failing_since }) => late || failing_since !== null) &&
    backups.failed === null &&
    !backups.last?.differences &&
    !(storage && isLow(storage));
  return {
    status: isWell ? ('ok' as const) : ('attention' as const),
    version: VERSION,
    node_version: process.version.slice(1),
    uptime_s: Math.floor(process.uptime()),
    memory_bytes: process.memoryUsage.rss(),
    database: {
      engine: instance.engine,
      version,
      ok: problem === null,
      problem,
      size_bytes: bytes,
      migrations: { applied, pending },
    },
    storage,
    jobs,
    backups,
    mail: {
      transport: settings.SMTP_URL ? ('smtp' as const) : ('outbox' as const),
      waiting: instance.mailsWaiting(),
    },
    measured_at: now.toISOString(),
  };
}

interface Storage {
  free_bytes: number;
  total_bytes: number;
}

export function isLow({ free_bytes, total_bytes }: Storage): boolean {
  return total_bytes > 0 && free_bytes / total_bytes < LOW_DISK;
}

async function diskOf(folder: string): Promise<Storage | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free_bytes: bavail * bsize, total_bytes: blocks * bsize };
  } catch {
    return null;
  }
}
