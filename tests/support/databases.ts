import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, type Db, openDatabase } from '../../src/db/open.ts';
import type { Engine, Tables } from '../../src/db/tables.ts';
import { MIGRATED } from './postgres.ts';

export const ENGINES: Engine[] = ['sqlite', 'postgres'];

/** Pass it as environment or as part of a `Config`. */
export interface Storage {
  DATA_DIR: string;
  DATABASE_URL?: string;
  remove(): Promise<void>;
}

/** Creates an empty folder and, for PostgreSQL, a database: empty, or a copy of another one. */
export async function createStorage(engine: Engine, template = 'template1'): Promise<Storage> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'pruta-data-'));
  const removeFolder = () => rmSync(DATA_DIR, { recursive: true, force: true });
  if (engine === 'sqlite') return { DATA_DIR, remove: async () => removeFolder() };
  const name = `pruta_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = name;
  return {
    DATA_DIR,
    DATABASE_URL: address.href,
    async remove() {
      removeFolder();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

/** `db` and `database` exist once the tests run, not while they are declared. */
export interface EngineUnderTest {
  name: Engine;
  readonly database: Database;
  readonly db: Db;
}

export interface DeclaringEngine extends EngineUnderTest {
  /**
   * Declares a test on SQLite alone: PostgreSQL gets each of its statements from other tests already, and what comes of
   * them is decided by rules of ours.
   */
  once: typeof test;
}

const declareNothing = Object.assign(() => undefined, { each: () => () => undefined });

/**
 * Declares tests for every engine: SQLite in memory and PostgreSQL, migrated and empty. The tests share the database,
 * so each creates its people.
 */
export function forEachEngine(declare: (engine: DeclaringEngine) => void): void {
  for (const name of ENGINES) onEngine(name, declare);
}

/** For code that decides without SQL. */
export function onSqlite(declare: (engine: DeclaringEngine) => void): void {
  onEngine('sqlite', declare);
}

/** For rows of any kind, which it accepts less readily than SQLite. */
export function onPostgres(declare: (engine: DeclaringEngine) => void): void {
  onEngine('postgres', declare);
}

function onEngine(name: Engine, declare: (engine: DeclaringEngine) => void): void {
  describe(`on ${name}`, () => {
    let database: Database | undefined;
    let storage: Storage | undefined;
    const opened = (): Database => {
      if (!database)
        throw new Error('The database opens when the tests run: use it inside a test or a hook.');
      return database;
    };

    beforeAll(async () => {
      storage = name === 'postgres' ? await createStorage(name, MIGRATED) : undefined;
      database = await openDatabase(storage ?? { DATA_DIR: ':memory:' });
    });
    afterAll(async () => {
      const mixed = name === 'postgres' ? mixedStatements(database) : [];
      await database?.close();
      await storage?.remove();
      expect(mixed, 'statements about tables with personal data and without').toEqual([]);
    });

    declare({
      name,
      once: name === 'sqlite' ? test : (declareNothing as unknown as typeof test),
      get database() {
        return opened();
      },
      get db() {
        return opened().db;
      },
    });
  });
}

/** Tables without personal data that Citus leaves on one node; all others have a person as their first column. */
export const OF_NOBODY = [
  'rate_limits',
  'settings',
  'invitations',
  'activity',
  'exchange_rates',
  'rate_failures',
  'activity_totals',
  'mail_counts',
  'job_runs',
  'backup_runs',
  'leases',
  'kysely_migration',
  'kysely_migration_lock',
];

// Citus reads both kinds at once only in some statements. `users` is on all of its nodes, for reading.
const isReading = /^\s*(?:select|with)/;

function mixedStatements(database: Database | undefined): string[] {
  const statements = database?.statements.slowest(Infinity).map(({ statement }) => statement) ?? [];
  return statements.filter((statement) => {
    const named = [...statement.matchAll(/\b(?:from|join|into|update(?! set)) "?(\w+)\b(?!\()/g)].map(
      ([, name = '']) => name,
    );
    const isOfNobody = (table: string) => OF_NOBODY.includes(table);
    const isForeign = (table: string) =>
      !isOfNobody(table) && !(table === 'users' && isReading.test(statement));
    return named.some(isOfNobody) && named.some(isForeign);
  });
}

/** A person's rows of a table, by a column where their order matters. */
export function rowsOf<Table extends keyof Tables>(
  engine: EngineUnderTest,
  table: Table,
  { id }: { id: string },
  order?: string,
): Promise<Tables[Table][]> {
  // Kysely cannot infer the columns of a table that is a parameter.
  const db = engine.db as unknown as Kysely<Record<string, Record<string, string>>>;
  const own = db
    .selectFrom(table as string)
    .selectAll()
    .where('user_id', '=', id);
  return (order ? own.orderBy(order) : own).execute() as unknown as Promise<Tables[Table][]>;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client(inject('postgresUrl'));
  await client.connect();
  await client.query(statement);
  await client.end();
}
