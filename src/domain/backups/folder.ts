import { randomUUID } from 'node:crypto';
import {
  closeSync,
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
import { isLocked, takeOwnLock } from '../../db/backup/file-lock.ts';
import { type BackupName, readBackupName } from './file-names.ts';

/** A backup in the folder. */
export interface Backup extends BackupName {
  name: string;
  /** Bytes. */
  size: number;
  /** What the check found after it was made; null where that is not known. */
  checked: Checked | null;
}

/** What a check found in a backup whose pages and references are whole; kept beside it. */
export interface Checked {
  /** ISO 8601 in UTC. */
  checked_at: string;
  /** Bytes of the file that was checked. */
  size: number;
  people: number;
  transactions: number;
  /** How many stored totals are not the sums of the transactions, in the backup as in the database. */
  differences: number;
}

/** Creates the folder of backups, which only its owner may read. */
export function createFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** The backups in a folder, the latest first. */
export function listBackups(folder: string): Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => readBackup(folder, name) ?? [])
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/** The backup of that name; null where there is none, and for all other names. */
export function readBackup(folder: string, name: string): Backup | null {
  const read = readBackupName(name);
  const file = read && statSync(join(folder, name), { throwIfNoEntry: false });
  if (!read || !file?.isFile()) return null;
  const checked = readChecked(join(folder, name));
  return { ...read, name, size: file.size, checked: checked?.size === file.size ? checked : null };
}

/** Opens a backup to be sent, with its size at that moment; null where there is none of that name. */
export async function openBackup(
  folder: string,
  name: string,
): Promise<{ file: ReadStream; size: number } | null> {
  if (!readBackup(folder, name)) return null;
  const handle = await open(join(folder, name));
  const { size } = await handle.stat();
  return { file: handle.createReadStream(), size };
}

/** Deletes a backup and what is known about it. */
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

/** Writes a file under another name first; what fails leaves nothing behind. `work` publishes it. */
export async function keepingWhole<Result>(
  file: string,
  work: (partial: string) => Promise<Result>,
): Promise<Result> {
  const partial = `${file}.${randomUUID()}.partial`;
  createFolder(dirname(file));
  deleteAbandoned(dirname(file), PARTIAL);
  const lock = takeOwnLock(lockOf(partial));
  try {
    // Under a name that is no backup's; only its owner may read it.
    writeFileSync(partial, '', { mode: 0o600, flag: 'wx' });
    return await work(partial);
  } catch (error) {
    deleteUnfinished(partial);
    throw error;
  } finally {
    lock.release();
  }
}

const PARTIAL = /\.partial$/;

/** The file whose lock tells that somebody still works on another file or folder. */
export const lockOf = (path: string) => `${path}.lock`;

/** Deletes what processes have left that were killed: files or folders that nobody has the lock of. */
export function deleteAbandoned(folder: string, isMeant: RegExp): void {
  for (const name of readdirSync(folder)) {
    const meant = name.replace(/\.lock$/, '');
    const path = join(folder, meant);
    if (!isMeant.test(meant) || isLocked(lockOf(path))) continue;
    deleteUnfinished(path);
    rmSync(lockOf(path), { force: true });
  }
}

function deleteUnfinished(path: string): void {
  for (const ending of ['', '-journal', '-wal', '-shm'])
    rmSync(`${path}${ending}`, { recursive: true, force: true });
}

/** Gives a finished file its name, once it is on the disk: whatever happens, a file of that name is whole. */
export function publish(partial: string, file: string, checked: Omit<Checked, 'size'> | null): void {
  flush(partial);
  renameSync(partial, file);
  const known = checked && { ...checked, size: statSync(file).size };
  if (known) writeFileSync(checkedFile(file), `${JSON.stringify(known)}\n`, { mode: 0o600 });
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
