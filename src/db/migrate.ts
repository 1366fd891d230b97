import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { createDataModel } from './migrations/0001-initial.ts';
import type { Engine } from './tables.ts';

/** Forward only; a migration that was released is never changed. */
function migrationsFor(engine: Engine): Record<string, Migration> {
  return {
    '0001-initial': { up: (db) => createDataModel(db, engine) },
  };
}

/** The names of all migrations that this version knows. */
export function knownMigrations(engine: Engine): string[] {
  return Object.keys(migrationsFor(engine));
}

/**
 * Updates the schema under the engine's lock; several nodes may start at the same time.
 * @throws Error when the database was created by a newer Pruta
 */
export async function migrate(db: Kysely<never>, engine: Engine): Promise<void> {
  const migrations = migrationsFor(engine);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (!error) return;
  if (String(error).includes('is missing')) {
    throw new Error('it was made by a newer Pruta; install that version or a later one');
  }
  throw error;
}
