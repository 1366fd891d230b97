import { beforeAll, expect, test } from 'vitest';
import { FIRST_ACCOUNT } from '../../src/domain/money-accounts/first-account.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { createMember, type Member, record, registration, signIn } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';

interface Dashboard {
  counts: Record<'users' | 'transactions' | 'sign_ins' | 'mail', Record<string, number>>;
  attention: { kind: string; count: number }[];
  latest_signups: { email: string }[];
  latest_activity: unknown[];
  health: { status: string; database: { engine: string; size_bytes: number } };
  measured_at: string;
}

interface Statistics {
  users: { total: number; by_day: Record<string, string | number>[] };
  transactions: { today: number; last_30_days: number };
  system: { sign_ins_30_days: number; sign_in_failures_30_days: number; measured_at: string };
}

const SUPER = [
  '/performance/dashboard',
  '/performance/cache-stats',
  '/performance/db-stats',
  '/performance/security-stats',
];

forEachApp((testApp, engine) => {
  const named = createTestApp(engine, {
    environment: {
      OPERATOR_NAME: 'Dana',
      OPERATOR_ADDRESS: '1 Main Street',
      SUPPORT_EMAIL: 'help@example.org',
    },
  });
  let owner: Member;
  let helper: Member;

  const get = <Data>(path: string, as = owner) => testApp.call<Data>('GET', path, { as });

  beforeAll(async () => {
    owner = await createMember(testApp, { role: 'super_admin' });
    helper = await createMember(testApp, { role: 'admin' });
    const member = await createMember(testApp, { verified: false });
    const blocked = await createMember(testApp);
    await restrict(engine.db, blocked.id);
    await record(testApp, helper);
    const { data } = await testApp.call<{ account: { id: string } }>('POST', '/accounts', {
      as: helper,
      body: { name: 'Cash' },
    });
    const [amount, fromAccountId, toAccountId] = [70, FIRST_ACCOUNT, data.account.id];
    await testApp.call('POST', '/transfers', { as: helper, body: { amount, fromAccountId, toAccountId } });
    // What it schedules is recorded on its days.
    const template = {
      name: 'Rent',
      amount: 9,
      type: 'expense',
      start_date: '2026-06-16',
      interval_type: 'daily',
    };
    const rent = await testApp.call('POST', '/transactions/templates', { as: owner, body: template });
    expect(rent.status).toBe(201);
    await testApp.call('POST', '/users/register', { body: registration() });
    await testApp.call('POST', '/users/resend-verification', { body: { email: member.email } });
    await signIn(testApp, helper);
    await signIn(testApp, helper);
    await signIn(testApp, { ...helper, password: 'not-the-one-1' });
    await testApp.app.settle();
  });

  test('the dashboard counts what there is', async () => {
    const { status, data } = await get<Dashboard>('/admin/dashboard', helper);
    expect(status).toBe(200);
    expect(data.counts).toMatchObject({
      users: { total: 5, active: 4, new_7_days: 5, blocked: 1, unverified: 1, admins: 3 },
      transactions: { today: 2, last_30_days: 2 },
      sign_ins: { today: 2, failed_today: 1, last_7_days: 2, failed_7_days: 1 },
      mail: { failed_7_days: 0, waiting: 0 },
    });
    expect(data.counts.mail.sent_7_days).toBeGreaterThan(0);
    expect(data.attention).toEqual([
      { kind: 'operator', count: 3 },
      { kind: 'unverified', count: 1 },
    ]);
    expect(data.latest_signups).toHaveLength(5);
    expect(data.latest_activity.length).toBeGreaterThan(3);
    expect(data.health.database.engine).toBe(engine.name);
    expect(data.health.database.size_bytes).toBeGreaterThan(10_000);
  });

  test('what the legal texts lack needs attention until the operator gives it', async () => {
    const { data } = await named.call<Dashboard>('GET', '/admin/dashboard', { as: helper });
    expect(data.attention.map(({ kind }) => kind)).not.toContain('operator');
  });

  test('the statistics agree with the dashboard, and are counted anew after five minutes', async () => {
    const { data } = await get<Statistics>('/admin/statistics', helper);
    expect(data).toMatchObject({
      users: { total: 5 },
      transactions: { today: 2, last_30_days: 2 },
      system: { sign_ins_30_days: 2, sign_in_failures_30_days: 1, measured_at: '2026-06-15T09:00:00.000Z' },
    });
    expect(data.users.by_day).toHaveLength(30);
    expect(data.users.by_day.at(-1)).toEqual({ date: '2026-06-15', sign_ups: 5, active_people: 1 });
    await record(testApp, helper);
    testApp.advance(299);
    expect((await get<Statistics>('/admin/statistics')).data.transactions.today).toBe(2);
    testApp.advance(1);
    const later = (await get<Statistics>('/admin/statistics')).data;
    expect([later.transactions.today, later.system.measured_at]).toEqual([3, '2026-06-15T09:05:00.000Z']);
    testApp.advance(-300);
  });

  test('figures about the process take a super admin, and name no id', async () => {
    for (const path of SUPER) {
      const refused = await get(path, helper);
      expect([refused.status, refused.error.details]).toEqual([
        403,
        { required_role: 'super_admin', current_role: 'admin' },
      ]);
      expect((await get(path)).status).toBe(200);
    }
    const { data: user } = await get<{ statistics: object }>(`/admin/users/${helper.id}`);
    expect(user.statistics).toMatchObject({ transactions: 3 });
    const { data, text } = await get<{ requests: { total: number }; api_timings: unknown[] }>(
      '/performance/dashboard',
    );
    expect(data.requests.total).toBeGreaterThan(5);
    expect(data.api_timings.length).toBeLessThanOrEqual(100);
    expect(text).not.toContain(helper.id);
    const { data: security } = await get('/performance/security-stats');
    expect(security).toMatchObject({ blocked: 1, unverified: 1, admins: 3, sign_in_failures_7_days: 1 });
  });

  test('the slowest statements are told with their plans, and without what they were asked for', async () => {
    const owner = await createMember(testApp, { role: 'super_admin' });
    await testApp.call('GET', '/admin/users?search=somebody-secret', { as: owner });
    const { data, text } = await testApp.call<{
      slowest_statements: { statement: string; count: number; mean_ms: number; plan: string[] | null }[];
    }>('GET', '/performance/db-stats', { as: owner });
    const { slowest_statements: slowest } = data;
    expect(slowest.length).toBeGreaterThan(3);
    expect(slowest.map(({ mean_ms }) => mean_ms)).toEqual(
      slowest.map(({ mean_ms }) => mean_ms).sort((one, other) => other - one),
    );
    const selects = slowest.filter(({ statement }) => /^select/i.test(statement));
    expect(selects.some(({ plan }) => plan !== null && plan.length > 0)).toBe(true);
    expect(text).not.toContain('somebody-secret');
  });
});
