import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Engine, JobRunRow, MailCountRow } from '../../db/tables.ts';
import { TRANSFER } from '../ledger/reserved-categories.ts';

export async function addMail(db: Db, date: string, outcome: MailCountRow['outcome']): Promise<void> {
  await db
    .insertInto('mail_counts')
    .values({ date, outcome, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(['date', 'outcome']).doUpdateSet({ count: sql<number>`mail_counts.count + 1` }),
    )
    .execute();
}

export function findMailCounts(db: Db, since: string): Promise<MailCountRow[]> {
  return db.selectFrom('mail_counts').selectAll().where('date', '>=', since).orderBy('date').execute();
}

export async function deleteMailCounts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mail_counts').where('date', '<', before).execute();
}

/** Keeps a stored due time. */
export async function insertDue(db: Db, name: string, due_at: string): Promise<void> {
  await db
    .insertInto('job_runs')
    .values({ name, ran_at: null, due_at, failing_since: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function deleteRun(db: Db, name: string): Promise<void> {
  await db.deleteFrom('job_runs').where('name', '=', name).execute();
}

/** Keeps the first `failing_since` while a job goes on failing. */
export async function upsertRun(
  db: Db,
  name: string,
  changes: Omit<JobRunRow, 'name' | 'ran_at'> & { ran_at?: string },
): Promise<void> {
  const { failing_since } = changes;
  await db
    .insertInto('job_runs')
    .values({ name, ran_at: null, ...changes })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        ...changes,
        ...(failing_since && {
          failing_since: sql<string>`coalesce(job_runs.failing_since, ${failing_since})`,
        }),
      }),
    )
    .execute();
}

export function findRuns(db: Db): Promise<JobRunRow[]> {
  return db.selectFrom('job_runs').selectAll().orderBy('name').execute();
}

interface Size {
  bytes: number;
  version: string;
}

export async function readDatabase(db: Db, engine: Engine): Promise<Size> {
  const query =
    engine === 'sqlite'
      ? sql<Size>`select page_count * page_size as bytes, sqlite_version() as version from pragma_page_count(), pragma_page_size()`
      : sql<Size>`select pg_database_size(current_database()) as bytes, current_setting('server_version') as version`;
  const { rows } = await query.execute(db);
  return rows[0] ?? { bytes: 0, version: '' };
}

export async function findMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

const day = sql<string>`substr(created_at, 1, 10)`;

/** What recurs is stored ahead, and recorded once its day comes. */
const dayRecorded = sql<string>`case when template_id is null or date < ${day} then ${day} else date end`;

/** Counts by the UTC day on which they were recorded, a transfer once. Scans the whole table. */
export function createdByDay(
  db: Db,
  table: 'users' | 'transactions',
  since: string,
): Promise<{ date: string; count: number }[]> {
  const recorded = table === 'users' ? day : dayRecorded;
  return db
    .selectFrom(table)
    .select(({ fn }) => [recorded.as('date'), fn.countAll<number>().as('count')])
    .where(recorded, '>=', since)
    .$if(table === 'transactions', (query) =>
      query.where(sql<boolean>`coalesce(category_id, '') <> ${TRANSFER.income}`),
    )
    .groupBy(recorded)
    .execute();
}

export function activePeopleByDay(db: Db, since: string): Promise<{ date: string; count: number }[]> {
  return db
    .selectFrom('activity')
    .select(({ fn }) => [day.as('date'), fn.count<number>('target_id').distinct().as('count')])
    .where('action_type', '=', 'sign_in')
    .where('created_at', '>=', since)
    .groupBy(day)
    .execute();
}

export async function countOpenSessions(db: Db, now: string): Promise<number> {
  const sessions = db.selectFrom('sessions').where('expires_at', '>', now);
  const row = sessions.select(({ fn }) => fn.countAll<number>().as('count'));
  return (await row.executeTakeFirstOrThrow()).count;
}

/**
 * The query plan, one line per step; null where the engine gives none. Parameters are unknown: PostgreSQL plans without
 * them from version 16 on.
 */
export async function explain(db: Db, engine: Engine, statement: string): Promise<string[] | null> {
  if (!/^\s*(select|with)\b/i.test(statement)) return null;
  const command = engine === 'sqlite' ? 'explain query plan' : 'explain (generic_plan)';
  try {
    const { rows } = await sql<Record<string, string>>`${sql.raw(`${command} ${statement}`)}`.execute(db);
    return rows.map((row) => row.detail ?? row['QUERY PLAN'] ?? '');
  } catch {
    return null;
  }
}
