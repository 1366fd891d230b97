import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type Database, DatabaseError, openDatabase, reasonOf } from '../../db/open.ts';
import { freeFile, type Place, readBackup, sqliteFileOf } from './folder.ts';
import {
  checkArchive,
  checkPostgres,
  differing,
  makePostgresBackup,
  requireReplaceable,
  restorePostgres,
} from './postgres.ts';
import {
  backUpBeforeUpgrade,
  type Check,
  checkSqlite,
  makeSqliteBackup,
  type Report,
  restoreSqlite,
} from './sqlite.ts';

/**
 * Makes and checks a backup while servers run.
 * @param file the target; without it, a new file in the folder of backups
 * @throws DatabaseError with a one-line message; nothing is left behind
 */
export async function makeBackup(
  config: Place,
  { now, file, report = () => {} }: { now: Date; file?: string | undefined; report?: Report },
) {
  const { DATABASE_URL, DATA_DIR } = config;
  const target = file ? resolve(file) : freeFile(config, 'pruta', now);
  if (existsSync(target)) throw new DatabaseError(`${target} exists already; it is not replaced.`);
  const live = sqliteFileOf(config);
  if (!DATABASE_URL && !existsSync(live)) throw new DatabaseError(`There is no database ${live}.`);
  const check = DATABASE_URL
    ? await makePostgresBackup({ DATABASE_URL, DATA_DIR }, target, now, report)
    : await makeSqliteBackup(live, target, now, report);
  return { file: target, name: basename(target), ...check };
}

/**
 * Opens the instance's database. Before one of an earlier version is migrated, it is copied into the folder of backups; on
 * PostgreSQL only where Pruta makes backups.
 * @param onUpgrade is called with the copy, or with null where none is made
 * @throws DatabaseError with a one-line message
 */
export function openInstance(
  config: Place,
  now: Date,
  {
    readingThread,
    onUpgrade = () => {},
  }: { readingThread?: URL; onUpgrade?(copy: string | null): void } = {},
): Promise<Database> {
  return openDatabase(config, readingThread, async () => {
    const { DATABASE_URL, DATA_DIR } = config;
    const copy = DATABASE_URL && config.BACKUPS === 'off' ? null : freeFile(config, 'before-upgrade', now);
    if (copy && DATABASE_URL) {
      const made = makePostgresBackup({ DATABASE_URL, DATA_DIR }, copy, now, () => {});
      await made.catch((error) => {
        throw new DatabaseError(
          `it is of an earlier version, and ${copy}, its copy before the upgrade, could not be made (with BACKUPS=off none is): ${reasonOf(error).replace(/[.]$/, '')}`,
          { cause: error },
        );
      });
    } else if (copy) await backUpBeforeUpgrade(sqliteFileOf(config), copy);
    onUpgrade(copy);
  });
}

/**
 * Checks the database or a backup.
 * @param file a backup of the instance's engine; without it, the database
 * @param userId compares the totals of this person only
 * @throws DatabaseError with a one-line message when it cannot be read
 */
export function checkInstance(
  { DATABASE_URL, DATA_DIR }: Place,
  { file, userId, report }: { file?: string | undefined; userId?: string | undefined; report: Report },
): Promise<Check> {
  if (!DATABASE_URL) return checkSqlite(file ? resolve(file) : sqliteFileOf({ DATA_DIR }), report, userId);
  return file ? checkArchive(resolve(file)) : checkPostgres({ DATABASE_URL, DATA_DIR }, report, userId);
}

/**
 * Replaces the database by a checked backup. The old one is copied to the folder of backups (`safety`; missing if there
 * was none); sessions and mailed links end.
 * @param acceptDifferences restores although stored totals differ from the transactions
 * @throws DatabaseError with a one-line message; nothing is lost
 */
export async function restoreBackup(
  config: Place,
  file: string,
  {
    now,
    acceptDifferences = false,
    report = () => {},
  }: { now: Date; acceptDifferences?: boolean; report?: Report },
) {
  const { DATABASE_URL, DATA_DIR } = config;
  const source = resolve(file);
  if (DATABASE_URL) {
    await requireReplaceable({ DATABASE_URL, DATA_DIR });
    // The check at creation may already refuse the backup, before anything is replaced.
    const differences = readBackup(dirname(source), basename(source))?.checked?.differences ?? 0;
    if (differences > 0 && !acceptDifferences) throw differing(source, differences);
    const check = await checkArchive(source);
    const safety = freeFile(config, 'before-restore', now);
    const restoration = { safety, now, acceptDifferences, report };
    const replaced = await restorePostgres({ DATABASE_URL, DATA_DIR }, source, restoration);
    return { replaced, safety, check };
  }
  if (source === sqliteFileOf(config)) throw new DatabaseError(`${source} is the database itself.`);
  const check = await checkSqlite(source, report);
  const [error] = check.errors;
  if (error)
    throw new DatabaseError(
      `${source} is damaged and was not restored: ${[error.table, error.key, error.problem].filter(Boolean).join(': ')}.`,
    );
  if (check.differences.length > 0 && !acceptDifferences) throw differing(source, check.differences.length);
  const safety = freeFile(config, 'before-restore', now);
  return { replaced: await restoreSqlite(DATA_DIR, source, safety, now, report), safety, check };
}
