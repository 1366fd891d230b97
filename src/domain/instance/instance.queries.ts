import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Engine, JobRunRow, MailCountRow } from '../../db/tables.ts';

export async function addMail(db: Db, date: string, outcome: MailCountRow['outcome']): Promise<void> {
  await db
    .insertInto('mail_counts')
    .values({ date, outcome, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['date', 'outcome']).doUpdateSet({ count: sql<number>`mail_counts.count + 1` }),
    )
    .execute();
}

/** The mails of each day since one, in UTC. */
export function findMailCounts(db: Db, since: string): Promise<MailCountRow[]> {
  return db.selectFrom('mail_counts').selectAll().where('date', '>=', since).orderBy('date').execute();
}

export async function deleteMailCounts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mail_counts').where('date', '<', before).execute();
}

export async function upsertRun(db: Db, row: JobRunRow): Promise<void> {
  const { name, ...changes } = row;
  await db
    .insertInto('job_runs')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changes))
    .execute();
}

export async function upsertFailure(db: Db, name: string, now: string, due_at: string): Promise<void> {
  await db
    .insertInto('job_runs')
    .values({ name, ran_at: null, due_at, failing_since: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        due_at,
        failing_since: sql<string>`coalesce(job_runs.failing_since, ${now})`,
      }),
    )
    .execute();
}

export async function insertDue(db: Db, name: string, due_at: string): Promise<void> {
  await db
    .insertInto('job_runs')
    .values({ name, ran_at: null, due_at, failing_since: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function upsertDue(db: Db, name: string, due_at: string): Promise<void> {
  const changes = { due_at, failing_since: null };
  await db
    .insertInto('job_runs')
    .values({ name, ran_at: null, ...changes })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(changes))
    .execute();
}

export function findRuns(db: Db): Promise<JobRunRow[]> {
  return db.selectFrom('job_runs').selectAll().orderBy('name').execute();
}

/** The bytes that the database takes, and its version. */
export async function readDatabase(db: Db, engine: Engine): Promise<{ bytes: number; version: string }> {
  const question =
    engine === 'sqlite'
      ? sql<Size>`select page_count * page_size as bytes, sqlite_version() as version
          from pragma_page_count(), pragma_page_size()`
      : sql<Size>`select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`;
  const { rows } = await question.execute(db);
  return { bytes: Number(rows[0]?.bytes ?? 0), version: rows[0]?.version ?? '' };
}

interface Size {
  bytes: number;
  version: string;
}

/** The migrations of the database that have been carried out. */
export async function findMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

type Day = { date: string; count: number };

const day = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 10)`;

const counted = (rows: { date: string; count: unknown }[]): Day[] =>
  rows.map(({ date, count }) => ({ date, count: Number(count) }));

/** Accounts by the day on which they were created, in UTC. */
export async function signUpsByDay(db: Db, since: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('users')
    .select([day('created_at').as('date'), sql<number>`count(*)`.as('count')])
    .where('created_at', '>=', since)
    .groupBy(day('created_at'))
    .execute();
  return counted(rows);
}

/** People who signed in on a day, each once, by the log. */
export async function activePeopleByDay(db: Db, since: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('activity')
    .select([day('created_at').as('date'), sql<number>`count(distinct target_id)`.as('count')])
    .where('action_type', '=', 'sign_in')
    .where('created_at', '>=', since)
    .groupBy(day('created_at'))
    .execute();
  return counted(rows);
}

/** Transactions by the day on which they were recorded, in UTC; counts alone. Looks at every transaction. */
export async function transactionsByDay(db: Db, since: string): Promise<Day[]> {
  const rows = await db
    .selectFrom('transactions')
    .select([day('created_at').as('date'), sql<number>`count(*)`.as('count')])
    .where('created_at', '>=', since)
    .groupBy(day('created_at'))
    .execute();
  return counted(rows);
}

export async function countOpenSessions(db: Db, now: string): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)`.as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * How the engine would find the rows of a statement, a line a step; null where it does not tell. Parameters are unknown:
 * PostgreSQL plans without them from version 16 on.
 */
export async function explain(db: Db, engine: Engine, statement: string): Promise<string[] | null> {
  if (!/^\s*(select|with)\b/i.test(statement)) return null;
  try {
    if (engine === 'sqlite') {
      const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(db);
      return rows.map(({ detail }) => detail);
    }
    const { rows } = await sql<Record<string, string>>`explain (generic_plan) ${sql.raw(statement)}`.execute(
      db,
    );
    return rows.map((row) => row['QUERY PLAN'] ?? '');
  } catch {
    return null;
  }
}
