import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseError } from '../../db/open.ts';
import { type Check, checkSqlite, type Tell } from './check-sqlite.ts';
import { backupName } from './file-names.ts';
import { readBackup } from './folder.ts';
import { type Place, sqliteFileOf } from './place.ts';
import { checkArchive, differing, requireReplaceable, restorePostgres } from './postgres.ts';
import { type Replaced, restoreSqlite } from './restore-sqlite.ts';

interface Restored {
  replaced: Replaced;
  /** The copy of what was there, unless there was nothing. */
  safety: string;
  check: Check;
}

/**
 * Replaces the database by a backup, which is checked first. What was there is kept as a file in the folder of backups;
 * sessions and mailed links end.
 * @param acceptDifferences restores although stored totals differ from the transactions
 * @throws DatabaseError in one line with nothing lost
 */
export async function restoreBackup(
  place: Place,
  file: string,
  {
    now,
    acceptDifferences = false,
    tell = () => {},
  }: { now: Date; acceptDifferences?: boolean; tell?: Tell },
): Promise<Restored> {
  const { DATABASE_URL, DATA_DIR } = place;
  const source = resolve(file);
  if (DATABASE_URL) {
    await requireReplaceable({ DATABASE_URL, DATA_DIR });
    // What the check found when it was made, so that nothing is replaced in vain.
    const known = readBackup(dirname(source), basename(source))?.checked?.differences ?? 0;
    if (known > 0 && !acceptDifferences) throw differing(source, known);
    const check = await checkArchive(source);
    const safety = freeSafety(place.BACKUP_DIR, now, 'dump');
    const restoration = { safety, now, acceptDifferences, tell };
    const replaced = await restorePostgres({ DATABASE_URL, DATA_DIR }, source, restoration);
    return { replaced, safety, check };
  }
  if (source === sqliteFileOf(place)) throw new DatabaseError(`${source} is the database itself.`);
  const check = await checkSqlite(source, tell);
  requireWhole(source, check, acceptDifferences);
  const safety = freeSafety(place.BACKUP_DIR, now, 'db');
  const replaced = await restoreSqlite(DATA_DIR, source, safety, now, tell);
  return { replaced, safety, check };
}

function requireWhole(source: string, { faults, differences }: Check, acceptDifferences: boolean): void {
  const [fault] = faults;
  if (fault)
    throw new DatabaseError(
      `${source} is damaged and was not restored: ${[fault.table, fault.key, fault.problem].filter(Boolean).join(': ')}.`,
    );
  if (differences.length > 0 && !acceptDifferences) throw differing(source, differences.length);
}

function freeSafety(folder: string, now: Date, ending: 'db' | 'dump'): string {
  for (let second = 0; ; second += 1) {
    const name = backupName('before-restore', new Date(now.getTime() + second * 1000), ending);
    if (!existsSync(join(folder, name))) return join(folder, name);
  }
}
