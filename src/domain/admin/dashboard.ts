import type { ActivityRow } from '../../db/tables.ts';
import { listActivity } from '../activity/list.ts';
import { presentListed } from '../activity/read.ts';
import type { Operating, Reading } from '../context.ts';
import {
  DASHBOARD_AGE,
  type DailyFigures,
  readDailyFigures,
  STATISTICS_AGE,
  sumOf,
} from '../instance/days.ts';
import { type Health, readHealth } from '../instance/health.ts';
import { fromSnapshot } from '../snapshot.ts';
import { requireRole } from './require.ts';
import { type Condition, cacheTrouble, met, type Trouble, troublesOf } from './trouble.ts';
import { countFiltered, latestUsers, summarisePeople } from './users/list.ts';

const LATEST = 5;
const LATEST_ENTRIES = 10;
/** From this many failed sign-ins a day, the dashboard points at them. */
const MANY_FAILURES = 50;

/** @throws DomainError FORBIDDEN (403) */
export async function readDashboard(context: Reading & Operating) {
  requireRole(context, 'admin');
  const daily = await readDailyFigures(context, DASHBOARD_AGE);
  const health = await readHealth(context);
  cacheTrouble(context, health);
  return fromSnapshot(context, async (inside) => {
    const counts = await readCounts(inside, daily, health);
    const { entries } = await listActivity(inside, {}, { limit: LATEST_ENTRIES, offset: 0 });
    return {
      counts,
      attention: attentionTo(counts, health, withoutOperator(context)),
      latest_signups: await latestUsers(inside, LATEST),
      latest_activity: entries.map(presentListed),
      health,
      /** When the counts by day were measured; everything else is current. */
      measured_at: daily.measuredAt.toISOString(),
    };
  });
}

/** Sign-ins fill the log, so only what else happened is listed; nobody looks further back than so many entries. */
const LOOKED_THROUGH = 100;
const COMING_AND_GOING: readonly string[] = ['sign_in', 'sign_in_failed', 'sign_out', 'session_ended'];

/** A session whose spent key was sent again has perhaps been stolen. */
const isComingOrGoing = ({ action_type, details }: ActivityRow) =>
  COMING_AND_GOING.includes(action_type) && !details.includes('token_reused');

/** Who signed in last, and the latest acts and changes beside sign-ins. @throws DomainError FORBIDDEN (403) */
export function readLatest(context: Reading) {
  requireRole(context, 'admin');
  return fromSnapshot(context, async (inside) => {
    const { entries } = await listActivity(inside, {}, { limit: LOOKED_THROUGH, offset: 0 });
    return {
      seen: await latestUsers(inside, LATEST, 'last_login', { seen: 'month' }),
      acts: entries
        .filter((entry) => !isComingOrGoing(entry))
        .slice(0, LATEST_ENTRIES)
        .map(presentListed),
    };
  });
}

// Days are in UTC.
async function readCounts(inside: Reading & Operating, daily: DailyFigures, health: Health) {
  const people = await summarisePeople(inside);
  const unverified = await countFiltered(inside, { verified: 'false' });
  return {
    users: {
      total: people.total_users,
      active: people.active,
      new_7_days: sumOf(daily, 'sign_ups', 7),
      blocked: people.blocked,
      unverified,
      admins: people.admins,
    },
    transactions: { today: sumOf(daily, 'transactions', 1), last_30_days: sumOf(daily, 'transactions') },
    sign_ins: {
      today: sumOf(daily, 'sign_ins', 1),
      failed_today: sumOf(daily, 'sign_in_failures', 1),
      last_7_days: sumOf(daily, 'sign_ins', 7),
      failed_7_days: sumOf(daily, 'sign_in_failures', 7),
    },
    mail: {
      sent_7_days: sumOf(daily, 'mails_sent', 7),
      failed_7_days: sumOf(daily, 'mails_failed', 7),
      waiting: health.mail.waiting,
    },
  };
}

function withoutOperator({ settings, site }: Reading & Operating): number {
  const { OPERATOR_NAME, OPERATOR_ADDRESS } = settings;
  return [OPERATOR_NAME, OPERATOR_ADDRESS, site.support_email].filter((detail) => !detail).length;
}

function attentionTo(
  { users, sign_ins, mail }: Awaited<ReturnType<typeof readCounts>>,
  health: Health,
  withoutOperator: number,
): Trouble[] {
  const conditions: Condition[] = [
    ...troublesOf(health),
    [mail.failed_7_days > 0, 'mails', mail.failed_7_days],
    [sign_ins.failed_today >= MANY_FAILURES, 'failures', sign_ins.failed_today],
    [withoutOperator > 0, 'operator', withoutOperator],
    [users.unverified > 0, 'unverified', users.unverified],
  ];
  return met(conditions);
}

/** @throws DomainError FORBIDDEN (403) */
export async function readStatistics(context: Reading & Operating) {
  requireRole(context, 'admin');
  const daily = await readDailyFigures(context, STATISTICS_AGE);
  const { total_users, active, blocked, admins } = await summarisePeople(context);
  const series = (...names: (keyof (typeof daily.days)[number])[]) =>
    daily.days.map((day) => Object.fromEntries(['date' as const, ...names].map((name) => [name, day[name]])));
  return {
    users: {
      total: total_users,
      active,
      blocked,
      admins,
      new_30_days: sumOf(daily, 'sign_ups'),
      by_day: series('sign_ups', 'active_people'),
    },
    transactions: {
      today: sumOf(daily, 'transactions', 1),
      last_30_days: sumOf(daily, 'transactions'),
      by_day: series('transactions'),
    },
    system: {
      open_sessions: daily.open_sessions,
      sign_ins_30_days: sumOf(daily, 'sign_ins'),
      sign_in_failures_30_days: sumOf(daily, 'sign_in_failures'),
      mails_sent_30_days: sumOf(daily, 'mails_sent'),
      mails_failed_30_days: sumOf(daily, 'mails_failed'),
      by_day: series('sign_ins', 'sign_in_failures', 'mails_sent', 'mails_failed'),
      measured_at: daily.measuredAt.toISOString(),
    },
  };
}

/** @throws DomainError FORBIDDEN (403) */
export function readInstanceHealth(context: Reading & Operating): Promise<Health> {
  requireRole(context, 'admin');
  return readHealth(context);
}
