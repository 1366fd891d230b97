import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { foundation } from './migrations/0001-foundation.ts';
import { search } from './migrations/0002-search.ts';
import { deletedTransactions } from './migrations/0003-deleted-transactions.ts';
import { closedAccounts } from './migrations/0004-closed-accounts.ts';
import { profilePictures } from './migrations/0005-profile-pictures.ts';
import { devicesAndAddresses } from './migrations/0007-devices-and-addresses.ts';
import { restrictions } from './migrations/0008-restrictions.ts';
import { google } from './migrations/0009-google.ts';
import { searchRecords } from './migrations/0010-search-records.ts';
import { recurring } from './migrations/0011-recurring.ts';
import { longRows } from './migrations/0012-long-rows.ts';
import { indexWithoutChecks } from './migrations/0013-index-without-checks.ts';
import type { Engine } from './open.ts';

const NONE: Migration = { up: async () => undefined };

function migrationsOf(engine: Engine): Record<string, Migration> {
  const clustered = <Name extends string, Column extends string>(table: CreateTableBuilder<Name, Column>) =>
    engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
  return {
    '0001-foundation': foundation(clustered),
    '0002-search': search(clustered),
    '0003-deleted-transactions': deletedTransactions(clustered),
    '0004-closed-accounts': closedAccounts,
    '0005-profile-pictures': profilePictures(clustered),
    '0007-devices-and-addresses': devicesAndAddresses(clustered),
    '0008-restrictions': restrictions(clustered),
    '0009-google': google,
    '0010-search-records': searchRecords,
    '0011-recurring': recurring(clustered),
    '0012-long-rows': engine === 'sqlite' ? longRows : NONE,
    '0013-index-without-checks': engine === 'postgres' ? indexWithoutChecks : NONE,
  };
}

/**
 * Brings the schema up to date under the engine's lock; several nodes may start at once.
 * @throws Error when the database was made by a newer Pruta
 */
export async function migrate(db: Kysely<never>, engine: Engine): Promise<void> {
  const migrations = migrationsOf(engine);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (String(error).includes('is missing')) {
    throw new Error('it was made by a newer Pruta; install that version or a later one');
  }
  throw error;
}
