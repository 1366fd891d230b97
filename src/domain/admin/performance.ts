import type { Operating, Reading } from '../context.ts';
import { measurements, readDailyFigures, STATISTICS_AGE, sumOf } from '../instance/days.ts';
import { explainStatement, readHealth } from '../instance/health.ts';
import { requireRole } from './require.ts';
import { countFiltered, summarisePeople } from './users/list.ts';

/** Figures since the process started. @throws DomainError FORBIDDEN (403) */
export async function readPerformance(context: Reading & Operating) {
  requireRole(context, 'super_admin');
  const { uptime_s, memory_bytes, version, node_version } = await readHealth(context);
  const { api_timings, ...requests } = context.instance.requests.read();
  return {
    process: { version, node_version, uptime_s, memory_bytes },
    requests,
    api_timings,
    measured_at: context.now.toISOString(),
  };
}

/** @throws DomainError FORBIDDEN (403) */
export async function readCacheStats(context: Reading & Operating) {
  requireRole(context, 'super_admin');
  const { total, not_modified } = context.instance.requests.read();
  return {
    answers: { total, not_modified },
    measurements: measurements(context.rootDb),
    measured_at: context.now.toISOString(),
  };
}

/** @throws DomainError FORBIDDEN (403) */
export async function readDbStats(context: Reading & Operating) {
  requireRole(context, 'super_admin');
  const started = performance.now();
  const { database, measured_at } = await readHealth(context);
  const { engine, version, ok, size_bytes, migrations } = database;
  return {
    engine,
    version,
    ok,
    size_bytes,
    migrations,
    slowest_statements: await slowestStatements(context),
    answered_in_ms: Math.round((performance.now() - started) * 10) / 10,
    measured_at,
  };
}

const SLOWEST = 10;

async function slowestStatements({ db, instance }: Reading & Operating) {
  const statements = [];
  for (const figure of instance.statements.slowest(SLOWEST))
    statements.push({ ...figure, plan: await explainStatement(db, instance.engine, figure.statement) });
  return statements;
}

/** @throws DomainError FORBIDDEN (403) */
export async function readSecurityStats(context: Reading & Operating) {
  requireRole(context, 'super_admin');
  const daily = await readDailyFigures(context, STATISTICS_AGE);
  const { blocked, admins } = await summarisePeople(context);
  return {
    sign_ins_7_days: sumOf(daily, 'sign_ins', 7),
    sign_in_failures_7_days: sumOf(daily, 'sign_in_failures', 7),
    open_sessions: daily.open_sessions,
    blocked,
    deleted: await countFiltered(context, { status: 'deleted' }),
    restricted: await countFiltered(context, { status: 'restricted' }),
    unverified: await countFiltered(context, { verified: 'false' }),
    admins,
    measured_at: daily.measuredAt.toISOString(),
  };
}
