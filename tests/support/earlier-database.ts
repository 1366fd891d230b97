import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createStorage, type Storage } from './databases.ts';

const file = (name: string) => readFileSync(new URL(`earlier/0005-${name}.sql`, import.meta.url), 'utf8');

/** The person of the rows, and the day on which they were written. */
export const NOA = '019eca82-5680-75c9-84e0-1d57c24436c5';

/**
 * A database as the version wrote it whose last migration was 0005: one person with four accounts, transfers, a
 * recurring rent, an import, a rule, a budget and a goal.
 */
export async function createEarlierStorage(engine: 'sqlite' | 'postgres'): Promise<Storage> {
  const storage = await createStorage(engine);
  if (engine === 'sqlite') {
    const opened = new DatabaseSync(join(storage.DATA_DIR, 'pruta.db'));
    opened.exec(file('sqlite') + file('rows'));
    opened.close();
    return storage;
  }
  const client = new pg.Client(storage.DATABASE_URL);
  await client.connect();
  await client.query(file('postgres') + file('rows').replace(/\bx'([0-9a-f]*)'/g, String.raw`'\x$1'`));
  await client.end();
  return storage;
}
