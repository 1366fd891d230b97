import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { DatabaseError } from '../../db/open.ts';

/** Where an instance has its database and its backups. */
export type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR'>;

/** The file of the SQLite database. */
export function sqliteFileOf({ DATA_DIR }: Pick<Place, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'pruta.db');
}

/** @throws DatabaseError on PostgreSQL, which has tools of its own */
export function requireSqlite({ DATABASE_URL }: Place): void {
  if (DATABASE_URL)
    throw new DatabaseError(
      'This instance is on PostgreSQL: use pg_dump and pg_restore, as docs/operations.md says.',
    );
}
