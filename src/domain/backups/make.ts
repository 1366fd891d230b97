import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DatabaseError } from '../../db/open.ts';
import type { Check, Tell } from './check-sqlite.ts';
import { backupName } from './file-names.ts';
import { makeSqliteBackup } from './make-sqlite.ts';
import { type Place, sqliteFileOf } from './place.ts';
import { makePostgresBackup } from './postgres.ts';

/** A backup that was made, and what its check found. */
export interface Made extends Check {
  file: string;
  name: string;
}

/**
 * Makes a backup beside a running server, and checks it.
 * @param file where to; without it, into the folder of backups under a name of its own
 * @throws DatabaseError in one line, with nothing left behind
 */
export async function makeBackup(
  place: Place,
  { now, file, tell = () => {} }: { now: Date; file?: string | undefined; tell?: Tell },
): Promise<Made> {
  const { DATABASE_URL, DATA_DIR } = place;
  const target = file ? resolve(file) : freeFile(place.BACKUP_DIR, now, DATABASE_URL ? 'dump' : 'db');
  if (existsSync(target)) throw new DatabaseError(`${target} exists already; it is not replaced.`);
  const live = sqliteFileOf(place);
  if (!DATABASE_URL && !existsSync(live)) throw new DatabaseError(`There is no database ${live}.`);
  const check = DATABASE_URL
    ? await makePostgresBackup({ DATABASE_URL, DATA_DIR }, target, now, tell)
    : await makeSqliteBackup(live, target, now, tell);
  return { file: target, name: basename(target), ...check };
}

// Two within a second: the later one waits for its name.
function freeFile(folder: string, now: Date, ending: 'db' | 'dump'): string {
  for (let second = 0; ; second += 1) {
    const file = join(folder, backupName('pruta', new Date(now.getTime() + second * 1000), ending));
    if (!existsSync(file)) return file;
  }
}
