import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn } from '../../src/domain/context.ts';
import {
  invite,
  mayRegister,
  readInvitations,
  withdrawInvitation,
} from '../../src/domain/invitations/invitations.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { forEachApp } from '../support/app.ts';
import {
  contextOf,
  createMember,
  type Member,
  registration,
  startMemberSession,
} from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';

forEachApp((testApp, engine) => {
  let owner: Member;
  let context: SignedIn;

  const set = (value: boolean) =>
    testApp.call('PUT', '/admin/settings', { as: owner, body: { key: 'registration_enabled', value } });
  const register = async (invitation?: string): Promise<string | number> => {
    const body = { ...registration(), ...(invitation !== undefined && { invitation }) };
    const { status, error } = await testApp.call('POST', '/users/register', { body });
    return error?.code ?? status;
  };
  const tokenOf = async (uses: number, days = 1) =>
    new URL(await invite(context, { uses, days })).searchParams.get('invitation') ?? '';
  const logged = async (type: string) =>
    (await testApp.call<{ total_count: number }>('GET', `/admin/activity?actionType=${type}`, { as: owner }))
      .data.total_count;
  const accounts = async () => (await engine.db.selectFrom('users').select('id').execute()).length;

  beforeAll(async () => {
    await register();
    owner = await createMember(testApp, { role: 'super_admin' });
    await set(false);
    context = await contextOf(testApp, owner);
  });
  afterAll(() => set(true));

  test('a closed registration opens no account without a valid invitation', async () => {
    const before = await accounts();
    for (const invitation of [undefined, '', 'made-up', 'x'.repeat(64)]) {
      expect(await register(invitation)).toBe('REGISTRATION_CLOSED');
    }
    const taken = { ...registration(), email: owner.email };
    expect((await testApp.call('POST', '/users/register', { body: taken })).error.code).toBe(
      'REGISTRATION_CLOSED',
    );
    expect(await register('x'.repeat(65))).toBe('VALIDATION_ERROR');
    expect(await accounts()).toBe(before);
  });

  test('an invitation opens as many accounts as it says, also when all come at the same time', async () => {
    const token = await tokenOf(3);
    const before = await accounts();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(token)));
    expect(answers.filter((answer) => answer === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'REGISTRATION_CLOSED')).toHaveLength(3);
    expect(await accounts()).toBe(before + 3);
    expect(await readInvitations(context)).toEqual([]);
  });

  test('a registration that fails uses nothing up', async () => {
    const token = await tokenOf(1);
    const body = { ...registration(), email: owner.email, invitation: token };
    expect((await testApp.call('POST', '/users/register', { body })).error.code).toBe('EMAIL_EXISTS');
    expect(await register(token)).toBe(201);
  });

  test('while registration is open an invitation is not used up', async () => {
    const token = await tokenOf(1);
    await set(true);
    expect(await register(token)).toBe(201);
    await set(false);
    expect(await register(token)).toBe(201);
  });

  test('an invitation ends when it expires or is withdrawn', async () => {
    const before = await logged('invite');
    const expiring = await tokenOf(1);
    const withdrawn = await tokenOf(1, 30);
    const closed = { ...context, site: { ...context.site, registration_enabled: false } };
    expect(await mayRegister(closed, expiring)).toBe(true);
    // The clock stands still, so the order does not identify them.
    const longest = (await readInvitations(context)).sort((a, b) =>
      a.expires_at < b.expires_at ? 1 : -1,
    )[0];
    await withdrawInvitation(context, longest?.id ?? '');
    expect([await logged('invite'), await logged('withdraw_invitation')]).toEqual([before + 2, 1]);
    expect(await register(withdrawn)).toBe('REGISTRATION_CLOSED');
    testApp.advance(24 * 3600);
    expect(await register(expiring)).toBe('REGISTRATION_CLOSED');
    await cleanUp(testApp.app);
    const kept = await engine.db.selectFrom('invitations').select('expires_at').execute();
    expect(kept.every(({ expires_at }) => expires_at > testApp.app.clock().toISOString())).toBe(true);
    testApp.advance(-24 * 3600);
    // The clean-up has ended the session.
    owner = { ...owner, ...(await startMemberSession(testApp, owner.id)) };
    context = await contextOf(testApp, owner);
  });

  test('an invitation holds no longer than the role of who made it, and the log says which it was', async () => {
    const maker = await createMember(testApp, { role: 'super_admin' });
    const theirs = await contextOf(testApp, maker);
    const link = await invite(theirs, { uses: 5, days: 1 });
    const token = new URL(link).searchParams.get('invitation') ?? '';
    expect(await register(token)).toBe(201);
    const role = (name: 'admin' | 'super_admin') =>
      engine.db.updateTable('users').set({ role: name }).where('id', '=', maker.id).execute();
    await role('admin');
    expect(await register(token)).toBe('REGISTRATION_CLOSED');
    await role('super_admin');
    await restrict(engine.db, maker.id);
    expect(await register(token)).toBe('REGISTRATION_CLOSED');
    const row = await engine.db
      .selectFrom('invitations')
      .select('id')
      .where('inviter_id', '=', maker.id)
      .executeTakeFirstOrThrow();
    await withdrawInvitation(context, row.id);
    const entries = await engine.db
      .selectFrom('activity')
      .select(['action_type', 'details'])
      .where('details', 'like', `%${row.id}%`)
      .execute();
    expect(entries.map(({ action_type }) => action_type).sort()).toEqual(['invite', 'withdraw_invitation']);
  });

  test('only super admins make, see and withdraw invitations, and the token is stored nowhere', async () => {
    const token = await tokenOf(1);
    const [row] = await readInvitations(context);
    expect(JSON.stringify(row)).not.toContain(token);
    for (const role of ['user', 'admin'] as const) {
      const other = await contextOf(testApp, await createMember(testApp, { role }));
      for (const act of [
        async () => invite(other, { uses: 1, days: 1 }),
        async () => readInvitations(other),
        async () => withdrawInvitation(other, row?.id ?? ''),
      ]) {
        await expect(act()).rejects.toMatchObject({ code: 'FORBIDDEN' });
      }
    }
  });
});
