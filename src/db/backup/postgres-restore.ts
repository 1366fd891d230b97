import { once } from 'node:events';
import pg, { escapeIdentifier } from 'pg';
import { DatabaseError, openDatabase } from '../open.ts';
import { ENDED_BY_RESTORATION } from './ended-access.ts';
import { startTool } from './postgres-tools.ts';

/** `connections` counts those of Pruta's servers. */
export interface PostgresState {
  schema: string;
  tables: string[];
  /** Tables of the schema that are not Pruta's. */
  foreign: string[];
  connections: number;
  revision: number;
}

export async function readPostgresState(url: string): Promise<PostgresState> {
  const client = new pg.Client({ connectionString: url, application_name: 'pruta-backup' });
  try {
    await client.connect();
    const { rows: status } = await client.query(
      `select current_schema() as schema,
        (select count(*)::int from pg_stat_activity
          where datname = current_database() and application_name = 'pruta') as connections`,
    );
    const { rows } = await client.query(
      'select tablename from pg_tables where schemaname = current_schema() order by 1',
    );
    const tables = rows.map(({ tablename }) => String(tablename));
    const prutaTables = await ownTables();
    const revisions = tables.includes('revisions')
      ? await client.query('select coalesce(max(number), 0)::text as highest from revisions')
      : undefined;
    const foreign = tables.filter((name) => !prutaTables.has(name));
    return { ...status[0], tables, foreign, revision: Number(revisions?.rows[0]?.highest ?? 0) };
  } catch (error) {
    throw new DatabaseError(`The database cannot be used: ${(error as Error).message}.`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function ownTables(): Promise<Set<string>> {
  const empty = await openDatabase({ DATA_DIR: ':memory:' });
  try {
    const tables = await empty.db.introspection.getTables({ withInternalKyselyTables: true });
    return new Set(tables.map(({ name }) => name));
  } finally {
    await empty.close();
  }
}

/**
 * Replaces all tables by those of an archive in one transaction, which also ends all access.
 * @throws DatabaseError with a one-line message, with the database unchanged
 */
export async function replacePostgres(url: string, file: string, state: PostgresState): Promise<void> {
  const { schema, tables, revision } = state;
  const name = (table: string) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`;
  const writing = startTool(
    'psql',
    [
      '--no-psqlrc',
      '--quiet',
      '--single-transaction',
      '--set=ON_ERROR_STOP=1',
      '--output=/dev/null',
      '--file=-',
    ],
    url,
  );
  writing.stdout.resume();
  const reading = startTool('pg_restore', ['--no-owner', '--no-privileges', '--file=-', file]);
  reading.stdin.end();
  try {
    const hasSettings = tables.includes('settings');
    const keptSettings = `key in ('maintenance_mode', 'maintenance_message')`;
    if (hasSettings)
      writing.stdin.write(
        `create temp table kept as select * from ${name('settings')} where ${keptSettings};\n`,
      );
    // Dropped together, because they refer to each other; a foreign reference to one of them stops the restoration.
    if (tables.length > 0) writing.stdin.write(`drop table ${tables.map(name).join(', ')};\n`);
    for await (const chunk of reading.stdout)
      if (!writing.stdin.write(chunk)) await Promise.race([once(writing.stdin, 'drain'), writing.end()]);
    await reading.end();
    // A backup of an earlier version lacks some of them.
    for (const table of ENDED_BY_RESTORATION)
      writing.stdin.write(
        `do $$ begin if to_regclass('${name(table)}') is not null then delete from ${name(table)}; end if; end $$;\n`,
      );
    writing.stdin.write(`update ${name('revisions')} set number = number + ${revision + 1};\n`);
    if (hasSettings)
      writing.stdin.write(
        `delete from ${name('settings')} where ${keptSettings};\ninsert into ${name('settings')} select * from pg_temp.kept;\n`,
      );
  } catch (error) {
    reading.kill();
    // A program that failed reports the reason.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') await writing.end();
    // It commits only at the end of its input.
    writing.kill();
    throw error;
  }
  writing.stdin.end();
  await writing.end();
}

export async function clearPostgres(url: string, { schema, tables }: PostgresState): Promise<void> {
  if (tables.length === 0) return;
  const client = new pg.Client({ connectionString: url, application_name: 'pruta-backup' });
  await client.connect();
  try {
    const names = tables.map((table) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`);
    await client.query(`drop table ${names.join(', ')}`);
  } finally {
    await client.end();
  }
}
