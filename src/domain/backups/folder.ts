import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  type ReadStream,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { DatabaseError, reasonOf } from '../../db/open.ts';
import { HOUR, later } from '../instants.ts';

export type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR'> &
  Partial<
    Pick<Config, 'BACKUPS' | 'DATABASE_READ_URL' | 'DATABASE_POOL_SIZE' | 'DATABASE_STATEMENT_TIMEOUT'>
  >;

export function sqliteFileOf({ DATA_DIR }: Pick<Place, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'pruta.db');
}

/** The others are copies of a database that a restoration replaces, and of one that a newer version migrates. */
type Kind = 'pruta' | 'before-restore' | 'before-upgrade';

/** Files of SQLite are databases, files of PostgreSQL are archives of `pg_dump`. */
interface BackupName {
  kind: Kind;
  /** To the second. */
  madeAt: Date;
}

const NAME = /^(pruta|before-restore|before-upgrade)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.(db|dump)$/;

/** Date and time are in UTC, so that names sort by age. */
export function backupName(kind: Kind, madeAt: Date, ending: 'db' | 'dump'): string {
  const [date = '', time = ''] = madeAt.toISOString().split('T');
  return `${kind}-${date}-${time.slice(0, 8).replaceAll(':', '')}.${ending}`;
}

export function readBackupName(name: string): BackupName | null {
  const [, kind, date, hour, minute, second] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : { kind: kind as Kind, madeAt };
}

/** Returns an unused file name; a second backup within a second gets the next second. */
export function freeFile({ BACKUP_DIR, DATABASE_URL }: Place, kind: Kind, now: Date): string {
  for (let second = 0; ; second += 1) {
    const madeAt = later(now, second * 1000);
    const file = join(BACKUP_DIR, backupName(kind, madeAt, DATABASE_URL ? 'dump' : 'db'));
    if (!existsSync(file)) return file;
  }
}

export interface Backup extends BackupName {
  name: string;
  size: number;
  /** Result of the check at creation; null if unknown. */
  checked: Checked | null;
}

/** Result for a backup without damage, stored beside it. */
export interface Checked {
  /** ISO 8601 in UTC. */
  checked_at: string;
  /** In bytes, to detect that the file was replaced. */
  size: number;
  people: number;
  transactions: number;
  /** Stored totals that are not the sums of the transactions, in the backup as in the database. */
  differences: number;
}

export function createFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Why nothing can be written there; null if something can. */
export function folderProblem(folder: string): string | null {
  try {
    createFolder(folder);
    accessSync(folder, constants.W_OK);
    return null;
  } catch (error) {
    return reasonOf(error);
  }
}

export function listBackups(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => readBackup(folder, name) ?? [])
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** Returns null also for a name that is not that of a backup, such as a path. */
export function readBackup(folder: string, name: string): Backup | null {
  const parsed = readBackupName(name);
  const file = parsed && statSync(join(folder, name), { throwIfNoEntry: false });
  if (!parsed || !file?.isFile()) return null;
  const checked = readChecked(join(folder, name));
  return { ...parsed, name, size: file.size, checked: checked?.size === file.size ? checked : null };
}

export async function openBackup(
  folder: string,
  name: string,
): Promise<{ file: ReadStream; size: number } | null> {
  if (!readBackup(folder, name)) return null;
  const handle = await open(join(folder, name));
  const { size } = await handle.stat();
  return { file: handle.createReadStream(), size };
}

export function deleteBackup(folder: string, name: string): void {
  rmSync(join(folder, name), { force: true });
  rmSync(checkedFile(join(folder, name)), { force: true });
}

const checkedFile = (file: string) => `${file}.check`;

function readChecked(file: string): Checked | null {
  try {
    return JSON.parse(readFileSync(checkedFile(file), 'utf8')) as Checked;
  } catch {
    return null;
  }
}

/**
 * Runs `work` with a temporary file, which `work` publishes; a failure leaves nothing behind.
 * @throws DatabaseError with a one-line message where the folder cannot be used, and as `work` does
 */
export async function withPartialFile<Result>(
  file: string,
  work: (partial: string) => Promise<Result>,
): Promise<Result> {
  const partial = `${file}.${randomUUID()}.partial`;
  const folder = dirname(file);
  try {
    createFolder(folder);
    // Other programs name files so too.
    deleteAbandoned(folder, /\.[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.partial(-journal|-wal|-shm)?$/);
    // The name is not that of a backup; only the owner may read it.
    writeFileSync(partial, '', { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new DatabaseError(`${folder} cannot be used: ${reasonOf(error)}.`, { cause: error });
  }
  try {
    return await work(partial);
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${ending}`, { force: true });
    throw error;
  }
}

/** Deletes files or folders of killed processes: those unmodified for an hour. */
export function deleteAbandoned(folder: string, pattern: RegExp): void {
  for (const name of readdirSync(folder).filter((entry) => pattern.test(entry))) {
    const path = join(folder, name);
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - modifiedAt > HOUR) rmSync(path, { recursive: true, force: true });
  }
}

/** Renames a finished file after flushing it to disk, so that a file of that name is always complete. */
export function publish(
  partial: string,
  file: string,
  checked?: { check: { people: number; transactions: number; differences: unknown[] }; now: Date },
): void {
  flush(partial);
  renameSync(partial, file);
  if (checked) {
    const { people, transactions, differences } = checked.check;
    const result: Checked = {
      checked_at: checked.now.toISOString(),
      size: statSync(file).size,
      people,
      transactions,
      differences: differences.length,
    };
    writeFileSync(checkedFile(file), `${JSON.stringify(result)}\n`, { mode: 0o600 });
  }
  flush(dirname(file));
}

function flush(path: string): void {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
