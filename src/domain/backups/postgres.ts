import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { PostgresState } from '../../db/backup/postgres-restore.ts';
import { readArchive, runTool } from '../../db/backup/postgres-tools.ts';
import { KNOWN_MIGRATIONS } from '../../db/migrate.ts';
import { type Database, DatabaseError, openCurrentDatabase, openDatabase } from '../../db/open.ts';
import { recordByHost } from '../activity/record.ts';
import { publish, withPartialFile } from './folder.ts';
import { type Check, checkContent, type Replaced, type Report } from './sqlite.ts';

type Postgres = { DATABASE_URL: string; DATA_DIR: string };

/**
 * Backs up by `pg_dump` while servers run. Totals are compared in the database, unless it is of an earlier version, and
 * the archive is read to its end before it is published.
 * @throws DatabaseError with a one-line message, such as when `pg_dump` is missing or too old
 */
export async function makePostgresBackup(
  place: Postgres,
  file: string,
  now: Date,
  report: Report,
): Promise<Check> {
  return withPartialFile(file, async (partial) => {
    await dump(place.DATABASE_URL, partial);
    const { people, transactions, isEarlier } = await readBackedUp(partial);
    const { differences } = isEarlier ? { differences: [] } : await checkPostgres(place, report);
    const check = { errors: [], differences, people, transactions };
    publish(partial, file, { check, now });
    return check;
  });
}

/**
 * Compares only the stored totals: PostgreSQL itself enforces references.
 * @throws DatabaseError for a database of an earlier version, which is not migrated
 */
export async function checkPostgres(place: Postgres, report: Report, userId?: string): Promise<Check> {
  return checkOpened(await openCurrentDatabase(place), report, userId);
}

async function checkOpened(database: Database, report: Report, userId?: string): Promise<Check> {
  try {
    return { errors: [], ...(await checkContent(database.db, report, userId)) };
  } finally {
    await database.close();
  }
}

/** Reads an archive to its end. @throws DatabaseError when it is damaged, not Pruta's or of a newer version */
export async function checkArchive(file: string): Promise<Check> {
  const { people, transactions } = await readBackedUp(file);
  return { errors: [], differences: [], people, transactions };
}

async function readBackedUp(file: string) {
  if (!existsSync(file)) throw new DatabaseError(`There is no file ${file}.`);
  const { rows, migrations } = await readArchive(file);
  const [people, transactions] = [rows.get('users'), rows.get('transactions')];
  if (people === undefined || transactions === undefined || migrations.length === 0)
    throw new DatabaseError(`${file} is not a backup of Pruta.`);
  if (!migrations.every((name) => KNOWN_MIGRATIONS.includes(name)))
    throw new DatabaseError(`${file} was made by a newer Pruta; install that version or a later one.`);
  return { people, transactions, isEarlier: migrations.length < KNOWN_MIGRATIONS.length };
}

/**
 * Checks first whether the database can be replaced.
 * @throws DatabaseError with a one-line message while servers are connected, or if tables of other software would be
 *   lost
 */
export async function requireReplaceable(place: Postgres): Promise<PostgresState> {
  // Loads the PostgreSQL client, which SQLite never needs.
  const { readPostgresState } = await import('../../db/backup/postgres-restore.ts');
  const state = await readPostgresState(place.DATABASE_URL);
  const { connections, foreign, schema } = state;
  if (foreign.length > 0)
    throw new DatabaseError(
      `The schema ${schema} has tables that are not Pruta's: ${foreign.slice(0, 5).join(', ')}. A restoration replaces all of it: give Pruta a database of its own.`,
    );
  if (connections > 0)
    throw new DatabaseError(
      `Servers of Pruta have ${connections} connections to this database: stop all nodes, and try again.`,
    );
  return state;
}

/**
 * Replaces the database by a checked archive in one transaction, after copying the old content. Servers must be
 * stopped, or they and the transaction would wait for each other. Totals can only be compared afterwards; if they
 * differ, the old content is put back.
 * @throws DatabaseError with a one-line message, with the database unchanged
 */
export async function restorePostgres(
  place: Postgres,
  file: string,
  { safety, now, acceptDifferences, report }: Restoration,
): Promise<Replaced> {
  const state = await requireReplaceable(place);
  const { replacePostgres } = await import('../../db/backup/postgres-restore.ts');
  const isEmpty = state.tables.length === 0;
  if (!isEmpty)
    await withPartialFile(safety, async (partial) => {
      await dump(place.DATABASE_URL, partial);
      publish(partial, safety);
    });
  await replacePostgres(place.DATABASE_URL, file, state);
  // Opening the database migrates an older data model.
  const { differences } = await checkOpened(await openDatabase(place), report);
  if (differences.length > 0 && !acceptDifferences) {
    await putBack(place, isEmpty ? null : safety);
    throw differing(file, differences.length);
  }
  const database = await openDatabase(place);
  const details = { backup: basename(file) };
  await recordByHost({ db: database.db, now }, { type: 'restore_backup', details });
  await database.close();
  return isEmpty ? 'nothing' : 'kept';
}

interface Restoration {
  safety: string;
  now: Date;
  acceptDifferences: boolean;
  report: Report;
}

async function putBack(place: Postgres, safety: string | null): Promise<void> {
  const { clearPostgres, readPostgresState, replacePostgres } = await import(
    '../../db/backup/postgres-restore.ts'
  );
  const state = await readPostgresState(place.DATABASE_URL);
  if (safety) await replacePostgres(place.DATABASE_URL, safety, state);
  else await clearPostgres(place.DATABASE_URL, state);
}

export function differing(source: string, count: number): DatabaseError {
  return new DatabaseError(
    `${source} was not restored: ${count} of its stored totals are not the sums of its transactions. ` +
      `"check" names them; "--accept-differences" restores it all the same.`,
  );
}

function dump(url: string, file: string): Promise<void> {
  return runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`], url);
}
