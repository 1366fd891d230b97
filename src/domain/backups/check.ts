import { resolve } from 'node:path';
import { type Check, checkSqlite, type Tell } from './check-sqlite.ts';
import { type Place, sqliteFileOf } from './place.ts';
import { checkArchive, checkPostgres } from './postgres.ts';

/**
 * Checks the database, or a backup.
 * @param file a backup of the instance's engine; without it, the database
 * @param userId compares the totals of this person only
 * @throws DatabaseError in one line when it cannot be read
 */
export function checkInstance(
  { DATABASE_URL, DATA_DIR }: Place,
  { file, userId, tell }: { file?: string | undefined; userId?: string | undefined; tell: Tell },
): Promise<Check> {
  if (!DATABASE_URL) return checkSqlite(file ? resolve(file) : sqliteFileOf({ DATA_DIR }), tell, userId);
  return file ? checkArchive(resolve(file)) : checkPostgres({ DATABASE_URL, DATA_DIR }, tell, userId);
}
