import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll } from 'vitest';
import { openDatabase } from '../../src/db/open.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createStorage, type Storage } from './databases.ts';

/** On a SQLite file that stays open, as a server's does. */
export interface Instance extends TestApp {
  storage: Storage;
  file: string;
  backups: string;
}

export async function createInstance(): Promise<Instance> {
  const storage = await createStorage('sqlite');
  const database = await openDatabase(storage);
  const testApp = createTestApp({ database }, { environment: { DATA_DIR: storage.DATA_DIR } });
  afterAll(async () => {
    await database.close();
    await storage.remove();
  });
  const folder = storage.DATA_DIR;
  return Object.assign(testApp, {
    storage,
    file: join(folder, 'pruta.db'),
    backups: join(folder, 'backups'),
  });
}

/** Rows that a restoration ends or takes over, or that nodes write themselves. */
const NOT_RESTORED = [
  'sessions',
  'spent_tokens',
  'mail_tokens',
  'api_tokens',
  'passkeys',
  'calendar_feeds',
  'leases',
  'backup_runs',
  'revisions',
  'activity',
  'activity_totals',
];

/** All rows of all tables, except those that a restoration changes. */
export function contentOf(file: string): Record<string, string[]> {
  const opened = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const names = opened
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite%'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !NOT_RESTORED.includes(name));
    return Object.fromEntries(
      names.map((name) => {
        const rows = opened.prepare(`select * from "${name}"`).all();
        return [name, rows.map((row) => JSON.stringify(row)).sort()];
      }),
    );
  } finally {
    opened.close();
  }
}
