import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/db/tables.ts';
import { manageUser } from '../../../src/domain/admin/acts/manage.ts';
import { manageMany } from '../../../src/domain/admin/acts/manage-many.ts';
import type { Act, ManageInput } from '../../../src/domain/admin/acts/schema.ts';
import { readManaged } from '../../../src/domain/admin/users/read.ts';
import type { SignedIn } from '../../../src/domain/context.ts';
import { closeAccount } from '../../../src/domain/users/delete.ts';
import { setRoleByHost } from '../../../src/domain/users/host.ts';
import { cleanUp } from '../../../src/jobs/clean-up.ts';
import { forEachApp, START } from '../../support/app.ts';
import { readOutbox } from '../../support/mailbox.ts';
import { contextOf, createMember, type Member, record, signIn } from '../../support/members.ts';

const input = (action: Act, more: Partial<ManageInput> = {}): ManageInput => ({
  action,
  reason: undefined,
  expiresHours: undefined,
  role: undefined,
  ...more,
});

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );

forEachApp((testApp, engine) => {
  let admin: SignedIn;
  let superAdmin: SignedIn;
  let member: Member;

  const someone = async (role: Role) => contextOf(testApp, await createMember(testApp, { role }));
  const statusOf = async (id: string) => (await readManaged(superAdmin, id)).status;
  const logOf = (targetId: string) =>
    engine.db
      .selectFrom('activity')
      .selectAll()
      .where('target_id', '=', targetId)
      .where('admin_id', 'is not', null)
      .orderBy('id')
      .execute();

  beforeEach(async () => {
    testApp.setClock(START);
    admin = await someone('admin');
    superAdmin = await someone('super_admin');
    member = await createMember(testApp);
  });

  test('a block with hours holds until it ends by itself, and is in the log', async () => {
    await manageUser(admin, member.id, input('block', { reason: 'Spam', expiresHours: 2 }));
    expect(await statusOf(member.id)).toBe('blocked');
    const refused = await testApp.call('GET', '/users/profile', { as: member });
    expect(refused.error.details).toEqual({ reason: 'Spam', expires_at: '2026-06-15T11:00:00.000Z' });
    testApp.advance(7200);
    superAdmin = { ...superAdmin, now: testApp.app.clock() };
    expect(await statusOf(member.id)).toBe('active');
    const [entry] = await logOf(member.id);
    expect(entry).toMatchObject({
      action_type: 'block',
      admin_id: admin.viewer.id,
      actor_id: admin.viewer.id,
      actor_name: 'Noa Levi',
      target_name: 'Noa Levi',
      target_email: member.email,
      ip: '127.0.0.1',
      created_at: START,
    });
    expect(JSON.parse(entry?.details ?? '')).toEqual({
      reason: 'Spam',
      expires_at: '2026-06-15T11:00:00.000Z',
      before: { status: 'active' },
      after: { status: 'blocked' },
    });
  });

  test.each([
    ['block', 'unblock', 'blocked'],
    ['restrict', 'unrestrict', 'restricted'],
    ['delete', 'restore', 'deleted'],
  ] as const)('%s and %s are in the log with the status before and after', async (act, back, status) => {
    await manageUser(admin, member.id, input(act));
    await manageUser(admin, member.id, input(back));
    const changes = (await logOf(member.id)).map(({ details }) => JSON.parse(details));
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          before: expect.objectContaining({ status: 'active' }),
          after: expect.objectContaining({ status }),
        }),
        expect.objectContaining({
          before: expect.objectContaining({ status }),
          after: expect.objectContaining({ status: 'active' }),
        }),
      ]),
    );
  });

  test('blocking again takes the new reason and the new end, sooner or later, and lifting ends it', async () => {
    await manageUser(admin, member.id, input('block', { reason: 'First' }));
    testApp.advance(1);
    const again = { ...admin, now: testApp.app.clock() };
    for (const [hours, expires_at] of [
      [2, '2026-06-15T11:00:01.000Z'],
      [1, '2026-06-15T10:00:01.000Z'],
      [undefined, null],
    ] as const) {
      await manageUser(again, member.id, input('block', { reason: 'Second', expiresHours: hours }));
      const { error } = await testApp.call('GET', '/users/profile', { as: member });
      expect(error.details).toEqual({ reason: 'Second', expires_at });
    }
    await manageUser(again, member.id, input('unblock'));
    expect((await testApp.call('GET', '/users/profile', { as: member })).status).toBe(200);
  });

  test('the gravest restriction gives the status', async () => {
    const statuses = [];
    for (const act of ['restrict', 'block', 'delete', 'restore', 'unblock', 'unrestrict'] as const) {
      await manageUser(admin, member.id, input(act));
      statuses.push(await statusOf(member.id));
    }
    expect(statuses).toEqual(['restricted', 'blocked', 'deleted', 'blocked', 'restricted', 'active']);
  });

  test('what changes nothing is not recorded', async () => {
    for (const act of ['unblock', 'unrestrict', 'verify_email', 'restore'] as const)
      await manageUser(admin, member.id, input(act));
    await manageUser(superAdmin, member.id, input('set_role', { role: 'user' }));
    expect(await logOf(member.id)).toEqual([]);
    for (const act of ['block', 'restrict'] as const) {
      const hours = input(act, { reason: 'Spam', expiresHours: 2 });
      for (const again of [hours, hours]) await manageUser(admin, member.id, again);
      // Another reason, and another end, are recorded separately.
      await manageUser(admin, member.id, { ...hours, reason: 'More spam' });
      await manageUser(admin, member.id, { ...hours, expiresHours: undefined });
      expect((await logOf(member.id)).filter(({ action_type }) => action_type === act)).toHaveLength(3);
    }
    await manageUser(admin, member.id, input('delete'));
    await manageUser(admin, member.id, input('delete', { reason: 'Again' }));
    expect((await logOf(member.id)).filter(({ action_type }) => action_type === 'delete')).toHaveLength(1);
  });

  test('a deleted account is closed at once, and comes back with everything when it is restored', async () => {
    await record(testApp, member, { description: 'Kept' });
    await manageUser(admin, member.id, input('delete', { reason: 'Asked for it' }));
    const refused = await signIn(testApp, member);
    expect([refused.status, refused.error.code]).toEqual([403, 'USER_BLOCKED']);
    expect((await testApp.call('GET', '/users/profile', { as: member })).error.code).toBe('TOKEN_INVALID');
    testApp.advance(29 * 86_400);
    await cleanUp(testApp.app);
    admin = await someone('admin');
    await manageUser(admin, member.id, input('restore'));
    const { status, data } = await signIn(testApp, member);
    expect(status).toBe(200);
    testApp.advance(2 * 86_400);
    await cleanUp(testApp.app);
    const again = await signIn(testApp, member);
    expect(again.status).toBe(200);
    expect(data).toBeDefined();
    const list = await testApp.call<{ transactions: unknown[] }>('GET', '/transactions?status=any', {
      as: again.data,
    });
    expect(list.data.transactions).toHaveLength(1);
  });

  test('after thirty days a deleted account is purged, and the log still names it', async () => {
    await record(testApp, member);
    await manageUser(admin, member.id, input('delete'));
    testApp.advance(30 * 86_400);
    await cleanUp(testApp.app);
    expect(await codeOf(readManaged(superAdmin, member.id))).toBe('NOT_FOUND');
    for (const table of ['users', 'transactions', 'restrictions'] as const) {
      const column = table === 'users' ? 'id' : 'user_id';
      expect(
        await engine.db
          .selectFrom(table)
          .selectAll()
          .where(column as 'id', '=', member.id)
          .execute(),
      ).toEqual([]);
    }
    const log = await engine.db
      .selectFrom('activity')
      .select(['action_type', 'target_email'])
      .where('target_id', '=', member.id)
      .orderBy('id')
      .execute();
    expect(log.map(({ action_type }) => action_type)).toEqual(['delete', 'purged']);
    expect(log.every(({ target_email }) => target_email === member.email)).toBe(true);
  });

  test('mails that an administrator sends arrive, with a link', async () => {
    const newcomer = await createMember(testApp, { verified: false });
    await manageUser(admin, newcomer.id, input('resend_verification'));
    await manageUser(admin, newcomer.id, input('send_password_link'));
    await testApp.app.settle();
    const mails = (await readOutbox(testApp.dataDir)).filter(({ to }) => to?.[0]?.address === newcomer.email);
    expect(mails.map(({ text = '' }) => /\/(verify-email|reset-password)\//.exec(text)?.[1]).sort()).toEqual([
      'reset-password',
      'verify-email',
    ]);
    await manageUser(admin, newcomer.id, input('verify_email'));
    expect(await codeOf(manageUser(admin, newcomer.id, input('resend_verification')))).toBe(
      'ALREADY_VERIFIED',
    );
    expect((await signIn(testApp, newcomer)).status).toBe(200);
  });

  test('sessions end when an administrator ends them', async () => {
    await manageUser(admin, member.id, input('end_sessions'));
    expect((await testApp.call('GET', '/users/profile', { as: member })).error.code).toBe('TOKEN_INVALID');
    expect((await signIn(testApp, member)).status).toBe(200);
  });

  test.each(['block', 'delete', 'set_role', 'verify_email'] as const)(
    'an admin cannot %s an admin, a super admin or themselves',
    async (act) => {
      const other = await someone('admin');
      for (const target of [other, superAdmin, admin]) {
        const work = manageUser(admin, target.viewer.id, input(act, { role: 'user' }));
        await expect(work).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 });
        expect(await statusOf(target.viewer.id)).toBe('active');
      }
      await expect(
        manageUser(superAdmin, superAdmin.viewer.id, input(act, { role: 'user' })),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    },
  );

  test('a user cannot act at all, and nobody on what does not exist', async () => {
    const user = await contextOf(testApp, member);
    const other = await createMember(testApp);
    expect(await codeOf(manageUser(user, other.id, input('block')))).toBe('FORBIDDEN');
    for (const id of ['none', '0197a000-0000-7000-8000-000000000000', "' or 1=1"])
      expect(await codeOf(manageUser(admin, id, input('block')))).toBe('NOT_FOUND');
  });

  test('an admin who lost their role, or their access, since the request began is refused', async () => {
    await manageUser(superAdmin, admin.viewer.id, input('set_role', { role: 'user' }));
    expect(await codeOf(manageUser(admin, member.id, input('block')))).toBe('FORBIDDEN');
    await manageUser(superAdmin, admin.viewer.id, input('set_role', { role: 'admin' }));
    await manageUser(superAdmin, admin.viewer.id, input('block'));
    expect(await codeOf(manageUser(admin, member.id, input('block')))).toBe('USER_BLOCKED');
    expect(await statusOf(member.id)).toBe('active');
  });

  describe.each([
    ['demote', 'set_role'],
    ['block', 'block'],
    ['delete', 'delete'],
  ] as const)('two super admins who %s each other at the same moment', (_, act) => {
    test('one remains', async () => {
      for (let round = 0; round < 10; round += 1) {
        const [one, other] = [await someone('super_admin'), await someone('super_admin')];
        const outcomes = await Promise.all([
          codeOf(manageUser(one, other.viewer.id, input(act, { role: 'user' }))),
          codeOf(manageUser(other, one.viewer.id, input(act, { role: 'user' }))),
        ]);
        expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
        const users = await Promise.all([one, other].map(({ viewer }) => readManaged(superAdmin, viewer.id)));
        expect(
          users.filter(({ role, status }) => role === 'super_admin' && status === 'active'),
        ).toHaveLength(1);
      }
    });
  });

  test('whoever becomes the last super admin while their password is checked cannot leave', async () => {
    await engine.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'super_admin').execute();
    const promoted = await createMember(testApp);
    const context = await contextOf(testApp, promoted);
    // They get the role between the password check and the transaction.
    const promote = () =>
      engine.db.updateTable('users').set({ role: 'super_admin' }).where('id', '=', promoted.id).execute();
    const db = new Proxy(context.db, {
      get(target, name) {
        if (name === 'transaction')
          return () => ({
            execute: (work: never) => promote().then(() => target.transaction().execute(work)),
          });
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    expect(await codeOf(closeAccount({ ...context, db }, promoted.password))).toBe('LAST_SUPER_ADMIN');
    await engine.db.updateTable('users').set({ role: 'user' }).where('id', '=', promoted.id).execute();
  });

  test('a super admin cannot leave while the others are blocked or deleted', async () => {
    await engine.db.updateTable('users').set({ role: 'user' }).where('role', '=', 'super_admin').execute();
    const [last, blocked, deleted] = [
      await createMember(testApp, { role: 'super_admin' }),
      await someone('super_admin'),
      await someone('super_admin'),
    ];
    const context = await contextOf(testApp, last);
    await manageUser(context, blocked.viewer.id, input('block'));
    await manageUser(context, deleted.viewer.id, input('delete'));
    expect(await codeOf(closeAccount(context, last.password))).toBe('LAST_SUPER_ADMIN');
    expect(await codeOf(setRoleByHost(context, last.email, 'admin'))).toBe('LAST_SUPER_ADMIN');
    await manageUser(context, blocked.viewer.id, input('unblock'));
    expect(await codeOf(closeAccount(context, last.password))).toBe('done');
  });

  test('a bulk act does what it may, tells the rest, and is an entry of the log', async () => {
    const other = await createMember(testApp);
    const userIds = [member.id, superAdmin.viewer.id, 'none', other.id, member.id];
    const { results, entryId } = await manageMany(admin, {
      action: 'block',
      userIds,
      reason: 'Spam',
      expiresHours: undefined,
    });
    expect(results).toEqual([
      { id: member.id, ok: true, code: null },
      { id: superAdmin.viewer.id, ok: false, code: 'FORBIDDEN' },
      { id: 'none', ok: false, code: 'NOT_FOUND' },
      { id: other.id, ok: true, code: null },
      { id: member.id, ok: false, code: 'REPEATED' },
    ]);
    expect(await statusOf(other.id)).toBe('blocked');
    const entry = await engine.db.selectFrom('activity').selectAll().where('id', '=', entryId).execute();
    expect(JSON.parse(entry[0]?.details ?? '')).toMatchObject({ action: 'block', successful: 2, failed: 3 });
  });
});
