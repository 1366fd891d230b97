import { expect, test } from 'vitest';
import { countMail } from '../../src/domain/instance/days.ts';
import { readJobs } from '../../src/domain/instance/job-runs.ts';
import { later } from '../../src/domain/instants.ts';
import { cleanUp, cleanUpIfDue } from '../../src/jobs/clean-up.ts';
import { announce } from '../../src/jobs/schedule.ts';
import { forEachApp } from '../support/app.ts';
import { createMember, record } from '../support/members.ts';

forEachApp((testApp, engine) => {
  test('clean-up deletes expired rows and leaves the others', async () => {
    const member = await createMember(testApp);
    const body = { amount: 1, description: 'Kept answer' };
    const headers = { 'idempotency-key': 'once' };
    await testApp.call('POST', '/transactions/expense', { as: member, body, headers });
    const { id } = await record(testApp, member);
    await testApp.call('DELETE', `/transactions/expense/${id}`, { as: member });
    const wrong = { email: member.email, password: 'not the right one 1' };
    expect((await testApp.call('POST', '/users/login', { body: wrong })).status).toBe(401);
    // A sign-in whose code never came.
    const begun = { user_id: member.id, id: 'begun', hash: 'hash', attempts: 0, remember: 0 };
    const expires_at = new Date(testApp.app.clock().getTime() + 2 * 3_600_000).toISOString();
    await engine.db
      .insertInto('challenges')
      .values({ ...begun, expires_at })
      .execute();
    const left = async () => ({
      challenges: (await engine.db.selectFrom('challenges').selectAll().execute()).length,
      sessions: (await engine.db.selectFrom('sessions').selectAll().execute()).length,
      keys: (await engine.db.selectFrom('idempotency_keys').selectAll().execute()).length,
      counters: (await engine.db.selectFrom('rate_limits').selectAll().execute()).length,
      deleted: (await engine.db.selectFrom('deleted_transactions').selectAll().execute()).length,
      transactions: (await engine.db.selectFrom('transactions').selectAll().execute()).length,
    });
    const before = await left();
    expect(before).toMatchObject({ challenges: 1, sessions: 1, keys: 1, deleted: 1, transactions: 1 });
    expect(before.counters).toBeGreaterThan(0);

    await cleanUp(testApp.app);
    expect(await left()).toEqual(before);

    testApp.advance(3599);
    await cleanUp(testApp.app);
    expect((await left()).deleted).toBe(1);

    testApp.advance(25 * 3600);
    await cleanUp(testApp.app);
    const kept = { challenges: 0, sessions: 0, keys: 0, counters: 0, deleted: 0, transactions: 1 };
    expect(await left()).toEqual(kept);
  });

  test('clean-up is done an hour after the last time, however often the server is started, and by one node', async () => {
    const { app } = testApp;
    const lateAt = async (now: Date, startedAt = app.startedAt) =>
      (await readJobs({ db: engine.db, now, instance: { startedAt } })).map(({ late }) => late);
    const late = () => lateAt(app.clock());
    await announce(app, 'clean_up', 3_600_000);
    expect(await cleanUpIfDue(app)).toBe(false);
    testApp.advance(3000);
    // A restarted process finds when it is due.
    await announce(app, 'clean_up', 3_600_000);
    expect(await cleanUpIfDue(app)).toBe(false);
    testApp.advance(600);
    expect([await cleanUpIfDue(app), await cleanUpIfDue(app)]).toEqual([true, false]);
    testApp.advance(3599);
    expect([await cleanUpIfDue(app), await late()]).toEqual([false, [false]]);
    // What became due while the server was off is late once it has run for a while.
    const after = (seconds: number) => later(app.clock(), seconds * 1000);
    const start = after(3700);
    expect(await lateAt(after(4200))).toEqual([true]);
    expect([await lateAt(after(4200), start), await lateAt(after(4320), start)]).toEqual([[false], [true]]);
    testApp.advance(1);
    expect(await cleanUpIfDue(app)).toBe(true);
    // The clock was ahead until now.
    testApp.advance(-20 * 3600);
    expect([await cleanUpIfDue(app), await cleanUpIfDue(app)]).toEqual([true, false]);
    testApp.advance(20 * 3600);
  });

  test('clean-up deletes the counts of days that are shown no more', async () => {
    const { db } = engine;
    await countMail(db, testApp.app.clock(), 'sent');
    const mails = async () => (await db.selectFrom('mail_counts').select('date').execute()).length;
    testApp.advance(399 * 24 * 3600);
    await cleanUp(testApp.app);
    expect(await mails()).toBe(1);
    testApp.advance(2 * 24 * 3600);
    await cleanUp(testApp.app);
    expect(await mails()).toBe(0);
  });
});
