import { join } from 'node:path';
import type { Config } from '../../config.ts';

/** Where an instance has its database and its backups. */
export type Place = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'BACKUP_DIR'>;

/** The file of the SQLite database. */
export function sqliteFileOf({ DATA_DIR }: Pick<Place, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'pruta.db');
}
