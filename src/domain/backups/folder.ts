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
import type { Config } from '../../config.ts';

/** Where an instance has its database and its backups. */
export type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR'>;

export function sqliteFileOf({ DATA_DIR }: Pick<Place, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'pruta.db');
}

/** Backups, and the copies that a restoration makes of what it replaces. */
type Kind = 'pruta' | 'before-restore';

/** The file of a backup: SQLite's are databases, PostgreSQL's are archives of `pg_dump`. */
interface BackupName {
  kind: Kind;
  /** When it was made, to the second. */
  madeAt: Date;
}

const NAME = /^(pruta|before-restore)-(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)(\d\d)\.(db|dump)$/;

/** The name of a backup made at an instant; its date and time are in UTC, so that names sort by age. */
export function backupName(kind: Kind, madeAt: Date, ending: 'db' | 'dump'): string {
  const [date = '', time = ''] = madeAt.toISOString().split('T');
  return `${kind}-${date}-${time.slice(0, 8).replaceAll(':', '')}.${ending}`;
}

/** What a file name says; null for files that are no backups of ours. */
export function readBackupName(name: string): BackupName | null {
  const [, kind, date, hour, minute, second] = NAME.exec(name) ?? [];
  const madeAt = new Date(`${date}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt.getTime()) ? null : { kind: kind as Kind, madeAt };
}

/** A new file in a folder of backups. Of two within a second, the later one takes the next second. */
export function freeFile({ BACKUP_DIR, DATABASE_URL }: Place, kind: Kind, now: Date): string {
  for (let second = 0; ; second += 1) {
    const madeAt = new Date(now.getTime() + second * 1000);
    const file = join(BACKUP_DIR, backupName(kind, madeAt, DATABASE_URL ? 'dump' : 'db'));
    if (!existsSync(file)) return file;
  }
}

export interface Backup extends BackupName {
  name: string;
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
  deleteAbandoned(dirname(file), /\.partial(-journal|-wal|-shm)?$/);
  try {
    // Under a name that is no backup's; only its owner may read it.
    writeFileSync(partial, '', { mode: 0o600, flag: 'wx' });
    return await work(partial);
  } catch (error) {
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${ending}`, { force: true });
    throw error;
  }
}

const HOUR = 3_600_000;

/** Deletes the files or folders that killed processes have left: those that nobody has written to for an hour. */
export function deleteAbandoned(folder: string, pattern: RegExp): void {
  for (const name of readdirSync(folder).filter((one) => pattern.test(one))) {
    const path = join(folder, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - written > HOUR) rmSync(path, { recursive: true, force: true });
  }
}

/** Gives a finished file its name, once it is on the disk: whatever happens, a file of that name is whole. */
export function publish(
  partial: string,
  file: string,
  checked?: { check: { people: number; transactions: number; differences: unknown[] }; now: Date },
): void {
  flush(partial);
  renameSync(partial, file);
  if (checked) {
    const { people, transactions, differences } = checked.check;
    const found: Checked = {
      checked_at: checked.now.toISOString(),
      size: statSync(file).size,
      people,
      transactions,
      differences: differences.length,
    };
    writeFileSync(checkedFile(file), `${JSON.stringify(found)}\n`, { mode: 0o600 });
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
