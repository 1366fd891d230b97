import * as v from 'valibot';
import type { readDashboard, readStatistics } from '../../domain/admin/dashboard.ts';
import { TROUBLES } from '../../domain/admin/trouble.ts';
import type { Health } from '../../domain/instance/health.ts';
import { activityShape, adminUserShape } from './admin.ts';
import { countShape, dateShape, instantShape, nullableText } from './values.ts';

const engineShape = v.picklist(['sqlite', 'postgres']);
const migrationsShape = v.object({ applied: v.array(v.string()), pending: v.array(v.string()) });
export const databaseShape = {
  engine: engineShape,
  version: v.string(),
  ok: v.boolean(),
  size_bytes: countShape,
  migrations: migrationsShape,
};

export const healthShape = v.object({
  status: v.picklist(['ok', 'attention']),
  version: v.string(),
  node_version: v.string(),
  uptime_s: countShape,
  memory_bytes: countShape,
  database: v.object({ ...databaseShape, problem: nullableText }),
  storage: v.nullable(v.object({ free_bytes: countShape, total_bytes: countShape })),
  jobs: v.array(
    v.object({
      name: v.string(),
      last_run_at: v.nullable(instantShape),
      next_run_at: instantShape,
      late: v.boolean(),
      failing_since: v.nullable(instantShape),
    }),
  ),
  backups: v.object({
    daily: v.boolean(),
    last: v.nullable(
      v.object({ made_at: instantShape, age_s: countShape, differences: v.nullable(countShape) }),
    ),
    overdue: v.boolean(),
    failed: v.nullable(v.object({ at: instantShape, problem: v.string() })),
  }),
  mail: v.object({ transport: v.picklist(['smtp', 'outbox']), waiting: countShape }),
  measured_at: instantShape,
}) satisfies v.GenericSchema<unknown, Health>;

const counts = (...names: string[]) => v.object(Object.fromEntries(names.map((name) => [name, countShape])));

export const dashboardShape = {
  counts: v.object({
    users: counts('total', 'active', 'new_7_days', 'blocked', 'unverified', 'admins'),
    transactions: counts('today', 'last_30_days'),
    sign_ins: counts('today', 'failed_today', 'last_7_days', 'failed_7_days'),
    mail: counts('sent_7_days', 'failed_7_days', 'waiting'),
  }),
  attention: v.array(
    v.object({
      kind: v.picklist(TROUBLES),
      count: countShape,
    }),
  ),
  latest_signups: v.array(adminUserShape),
  latest_activity: v.array(activityShape),
  health: healthShape,
  measured_at: instantShape,
} satisfies Record<keyof Awaited<ReturnType<typeof readDashboard>>, v.GenericSchema>;

const byDay = (...names: string[]) =>
  v.array(v.object({ date: dateShape, ...Object.fromEntries(names.map((name) => [name, countShape])) }));

export const statisticsShape = {
  users: v.object({
    total: countShape,
    active: countShape,
    blocked: countShape,
    admins: countShape,
    new_30_days: countShape,
    by_day: byDay('sign_ups', 'active_people'),
  }),
  transactions: v.object({ today: countShape, last_30_days: countShape, by_day: byDay('transactions') }),
  system: v.object({
    open_sessions: countShape,
    sign_ins_30_days: countShape,
    sign_in_failures_30_days: countShape,
    mails_sent_30_days: countShape,
    mails_failed_30_days: countShape,
    by_day: byDay('sign_ins', 'sign_in_failures', 'mails_sent', 'mails_failed'),
    measured_at: instantShape,
  }),
} satisfies Record<keyof Awaited<ReturnType<typeof readStatistics>>, v.GenericSchema>;
