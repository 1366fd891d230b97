import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../src/db/tables.ts';
import { updateUser } from '../../src/domain/users/users.queries.ts';
import { forEachApp, START } from '../support/app.ts';
import { createMember, type Member, PASSWORD, registration, signIn } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';

interface User {
  id: string;
  email: string;
  role: Role;
  status: string;
  email_verified: boolean;
}

interface List {
  users: User[];
  summary: { total_users: number; active: number; blocked: number; admins: number };
  pagination: { total: number; hasMore: boolean; nextCursor: string | null; page: number };
}

interface Activities {
  activities: {
    action_type: string;
    admin_username: string | null;
    target: { id: string; email: string } | null;
    details: Record<string, unknown>;
    ip: string | null;
  }[];
  total_count: number;
}

forEachApp((testApp, engine) => {
  let admin: Member;
  let member: Member;

  const get = <Data>(path: string, as = admin) => testApp.call<Data>('GET', path, { as });
  const manage = (id: string, body: unknown, as = admin) =>
    testApp.call<{ user: User }>('POST', `/admin/users/${id}/manage`, { as, body });
  const idsOf = async (query: string) =>
    (await get<List>(`/admin/users?${query}`)).data.users.map(({ id }) => id);
  const eventsOf = async ({ id }: { id: string }) => {
    const { data } = await get<Activities>(`/admin/activity?userId=${id}`);
    return data.activities.map(({ action_type }) => action_type).reverse();
  };

  beforeEach(async () => {
    testApp.setClock(START);
    await engine.db.deleteFrom('users').execute();
    admin = await createMember(testApp, { role: 'super_admin' });
    member = await createMember(testApp);
  });

  test('only admins are answered, and others learn which role it takes', async () => {
    const calls = ['/admin/users', `/admin/users/${member.id}`, '/admin/activity?limit=x'];
    for (const path of calls) {
      const { status, error } = await get(path, member);
      expect([status, error.code, error.details]).toEqual([
        403,
        'FORBIDDEN',
        { required_role: 'admin', current_role: 'user' },
      ]);
    }
    const refused = await manage(admin.id, { action: 'nonsense' }, member);
    expect(refused.error.code).toBe('FORBIDDEN');
    const helper = await createMember(testApp, { role: 'admin' });
    const { error } = await manage(member.id, { action: 'set_role', role: 'admin' }, helper);
    expect(error.details).toEqual({ required_role: 'super_admin', current_role: 'admin' });
  });

  describe('the list', () => {
    async function named(first_name: string, last_name: string, email: string) {
      const { id } = await createMember(testApp);
      await updateUser(engine.db, id, { first_name, last_name, email });
      return id;
    }

    test('finds people by every form of their names, and lists them in a person’s order', async () => {
      const names = ['Ärzt 2', 'Arzt 10', "O'Brien", 'Øst', 'Zoë', 'אָבִי'];
      const ids: string[] = [];
      for (const [index, name] of names.entries())
        ids.push(await named('Xyz', name, `xyz.${index}@example.org`));
      for (const [index, forms] of [
        [0, ['arzt 2', 'ÄRZT 2 xyz']],
        [2, ['o’brien', 'O׳BRIEN', 'brien']],
        [3, ['ost xyz', 'ØST xyz']],
        [4, ['zoe xyz', 'ZOE\u0308 xyz']],
        [5, ['אבי xyz', '\u200fאבי xyz']],
        [1, ['XYZ.1@example。org']],
      ] as const)
        for (const form of forms)
          expect(await idsOf(new URLSearchParams({ search: form }).toString()), form).toEqual([ids[index]]);
      expect(await idsOf('search=xyz&sortBy=name&sortOrder=asc')).toEqual(ids);
      await updateUser(engine.db, ids[0] ?? '', { last_name: 'Zz' });
      expect(await idsOf('search=xyz&sortBy=name&sortOrder=asc')).toEqual(
        [1, 2, 3, 4, 0, 5].map((index) => ids[index]),
      );
    });

    test('finds people by the beginning of a name or an address, else anywhere in them, and by their id', async () => {
      const dana = await named('Dana', 'Cohen', 'dana.c@example.org');
      const avi = await named('אבי', 'כהן', 'avi@dana.example');
      expect(await idsOf('search=dan')).toEqual([dana]);
      expect(await idsOf('search=DANA%20co')).toEqual([dana]);
      expect(await idsOf('search=כה')).toEqual([avi]);
      expect(await idsOf('search=%40dana')).toEqual([avi]);
      expect((await idsOf('search=ana')).sort()).toEqual([avi, dana].sort());
      expect(await idsOf(`search=${avi.toUpperCase()}`)).toEqual([avi]);
      expect(await idsOf('search=100%25')).toEqual([]);
      expect(await idsOf('search=_')).toEqual([]);
    });

    test('filters by role, status, verification and last sign-in, and counts what matches', async () => {
      const unverified = await createMember(testApp, { verified: false });
      const blocked = await createMember(testApp);
      await restrict(engine.db, blocked.id);
      const both = await createMember(testApp);
      await restrict(engine.db, both.id, { restriction_type: 'deleted' });
      await restrict(engine.db, both.id, { restriction_type: 'blocked' });
      const over = await createMember(testApp);
      await restrict(engine.db, over.id, { expires_at: START });
      expect(await idsOf('status=blocked')).toEqual([blocked.id]);
      expect(await idsOf('status=deleted')).toEqual([both.id]);
      expect(await idsOf('status=restricted')).toEqual([]);
      expect((await idsOf('status=active')).sort()).toEqual(
        [admin.id, member.id, unverified.id, over.id].sort(),
      );
      expect(await idsOf('verified=false')).toEqual([unverified.id]);
      expect(await idsOf('role=super_admin')).toEqual([admin.id]);
      await signIn(testApp, member);
      expect(await idsOf('seen=day')).toEqual([member.id]);
      expect((await idsOf('seen=never')).length).toBe(5);
      testApp.advance(31 * 86_400);
      admin = { ...admin, ...(await signIn(testApp, admin)).data };
      expect(await idsOf('seen=earlier')).toEqual([member.id]);
      const { data } = await get<List>('/admin/users?status=blocked');
      expect(data.summary).toEqual({ total_users: 6, active: 4, blocked: 1, admins: 1 });
      expect(data.pagination.total).toBe(1);
    });

    test('is sorted in both directions, and paged by offset, page and cursor', async () => {
      for (let count = 0; count < 5; count += 1) {
        testApp.advance(1);
        await createMember(testApp);
      }
      const all = await idsOf('sortBy=created_at&sortOrder=asc');
      expect(all).toHaveLength(7);
      expect(await idsOf('')).toEqual([...all].reverse());
      for (const by of ['email', 'name', 'role', 'last_login'])
        expect(await idsOf(`sortBy=${by}&sortOrder=asc`)).toEqual(
          (await idsOf(`sortBy=${by}&sortOrder=desc`)).reverse(),
        );
      const newest = [...all].reverse();
      expect(await idsOf('limit=3&offset=3')).toEqual(newest.slice(3, 6));
      expect(await idsOf('limit=3&page=2')).toEqual(newest.slice(3, 6));
      const { data } = await get<List>('/admin/users?limit=3');
      expect(data.pagination).toMatchObject({ total: 7, hasMore: true, page: 1 });
      expect(await idsOf(`limit=3&cursor=${data.pagination.nextCursor}`)).toEqual(newest.slice(3, 6));
      expect((await get('/admin/users?sortBy=password_hash')).status).toBe(400);
    });

    test('leaves out accounts that their owners have closed', async () => {
      await testApp.call('DELETE', '/users/account', { as: member, body: { password: PASSWORD } });
      expect(await idsOf('')).toEqual([admin.id]);
      await testApp.app.settle();
      expect((await get(`/admin/users/${member.id}`)).error.code).toBe('NOT_FOUND');
    });
  });

  test('a user is shown by counts, never by what they recorded', async () => {
    const secret = { amount: 4321.98, description: 'Very private', merchant_name: 'Hidden', notes: 'Psst' };
    await testApp.call('POST', '/transactions/expense', { as: member, body: secret });
    const { data, text } = await get<{ statistics: object }>(`/admin/users/${member.id}`);
    expect(data.statistics).toEqual({ transactions: 1, templates: 0, categories: 0, sessions: 1 });
    for (const part of ['4321', '432198', 'private', 'Hidden', 'Psst', 'hash', 'token'])
      expect(text).not.toContain(part);
  });

  test('acts answer with the user as they are now, and validate what they are given', async () => {
    const { status, data } = await manage(member.id, {
      action: 'block',
      reason: 'Spam',
      expires_hours: '1.5',
    });
    expect([status, data.user.status]).toEqual([200, 'blocked']);
    expect((await testApp.call('GET', '/users/profile', { as: member })).error.details).toEqual({
      reason: 'Spam',
      expires_at: '2026-06-15T10:30:00.000Z',
    });
    expect((await manage(member.id, { action: 'set_role', role: 'admin' })).data.user.role).toBe('admin');
    for (const [body, field] of [
      [{}, 'action'],
      [{ action: 'promote' }, 'action'],
      [{ action: 'block', expiresHours: 0 }, 'expiresHours'],
      [{ action: 'block', expiresHours: 'soon' }, 'expiresHours'],
      [{ action: 'block', reason: 'x'.repeat(301) }, 'reason'],
      [{ action: 'set_role' }, 'role'],
      [{ action: 'set_role', role: 'owner' }, 'role'],
    ] as const) {
      const { status, error } = await manage(member.id, body);
      expect([status, (error.details as { field: string }[])[0]?.field]).toEqual([400, field]);
    }
  });

  test('a bulk act answers for each user', async () => {
    const body = { action: 'verify_email', userIds: [member.id, admin.id, 'nobody'] };
    const { data } = await testApp.call('POST', '/admin/users/bulk-manage', { as: admin, body });
    expect(data).toEqual({
      summary: { successful: 1, failed: 2 },
      results: [
        { id: member.id, ok: true, code: null },
        { id: admin.id, ok: false, code: 'FORBIDDEN' },
        { id: 'nobody', ok: false, code: 'NOT_FOUND' },
      ],
    });
    for (const invalid of [{ userIds: [] }, { userIds: 'all' }, { userIds: [1] }, { action: 'set_role' }]) {
      const sent = { ...body, ...invalid };
      const { status } = await testApp.call('POST', '/admin/users/bulk-manage', { as: admin, body: sent });
      expect(status, JSON.stringify(invalid)).toBe(400);
    }
  });

  test('the log tells who did what to whom, and filters by it', async () => {
    await manage(member.id, { action: 'block', reason: 'Spam' });
    await manage(member.id, { action: 'unblock' });
    const { data } = await get<Activities>(`/admin/activity?adminId=${admin.id}&actionType=block`);
    expect(data).toMatchObject({
      total_count: 1,
      activities: [
        {
          action_type: 'block',
          admin_username: 'Noa Levi',
          target: { id: member.id, email: member.email },
          details: { reason: 'Spam', expires_at: null },
          ip: '127.0.0.1',
        },
      ],
    });
    const about = async (person: string) =>
      (await get<Activities>(`/admin/activity?userId=${encodeURIComponent(person)}`)).data.total_count;
    expect(await about(member.email.toUpperCase())).toBe(await about(member.id));
    expect(await about('nobody@example.org')).toBe(0);
    const count = async (query: string) =>
      (await get<Activities>(`/admin/activity?adminId=${admin.id}&${query}`)).data.total_count;
    expect(await count('startDate=2026-06-15')).toBe(2);
    expect(await count('startDate=2026-06-16')).toBe(0);
    expect(await count('endDate=2026-06-15')).toBe(2);
    expect(await count('endDate=2026-06-14')).toBe(0);
    expect(await count('limit=1&offset=1')).toBe(2);
    expect((await get('/admin/activity?startDate=June')).status).toBe(400);
    for (const limit of [0, 1001])
      expect((await get(`/admin/activity?limit=${limit}`)).error.details).toEqual([
        { field: 'limit', message: 'Limit must be a whole number from 1 to 1,000' },
      ]);
    expect((await get('/admin/activity?limit=1000')).status).toBe(200);
    for (const end of ['9999-12-31', '9999-12-31T23:59:59-01:00'])
      expect((await get(`/admin/activity?endDate=${end}`)).error.code).toBe('VALIDATION_ERROR');
  });

  test('security events of accounts are in the log, with the account that they are about', async () => {
    // The first to register owns the instance and needs no verification.
    await testApp.call('POST', '/users/register', { body: registration() });
    const typed = registration();
    const { data } = await testApp.call<{ user: User }>('POST', '/users/register', { body: typed });
    await manage(data.user.id, { action: 'verify_email' });
    await signIn(testApp, { email: typed.email, password: 'wrong-password-1' });
    const session = (await signIn(testApp, typed)).data;
    const as = session as unknown as Member;
    const change = { currentPassword: PASSWORD, newPassword: 'correct-horse-11' };
    await testApp.call('POST', '/users/change-password', { as, body: change });
    await testApp.call('GET', '/users/export-account', { as });
    await testApp.call('POST', '/users/password-reset-request', { body: { email: typed.email } });
    await testApp.app.settle();
    await testApp.call('POST', '/users/logout', { as });
    expect((await eventsOf(data.user)).sort()).toEqual(
      [
        'registered',
        'verify_email',
        'sign_in_failed',
        'sign_in',
        'password_changed',
        'exported',
        'password_reset_requested',
        'sign_out',
      ].sort(),
    );
  });

  test('a failed sign-in with an unknown address names nobody, and not what was typed', async () => {
    await signIn(testApp, { email: 'my-secret-password@example.org', password: 'wrong-password-1' });
    await testApp.app.settle();
    const { data, text } = await get<Activities>('/admin/activity?actionType=sign_in_failed');
    expect(data.activities.filter(({ target }) => target === null)).toMatchObject([{ admin_username: null }]);
    expect(text).not.toContain('my-secret');
  });

  test('an account has every field of the contract, but not what its owner tells about themselves', async () => {
    await testApp.call('PUT', '/users/profile', {
      as: member,
      body: { phone: '+972 50 000 0000', bio: 'Me' },
    });
    const { data: own } = await testApp.call<{ user: object }>('GET', '/users/profile', { as: member });
    const { data: one } = await get<{ user: object }>(`/admin/users/${member.id}`);
    const { data: list } = await get<List>('/admin/users');
    const { data: managed } = await manage(member.id, { action: 'end_sessions' });
    for (const user of [one.user, list.users[0], managed.user]) {
      expect(Object.keys(user ?? {})).toEqual(expect.arrayContaining(Object.keys(own.user)));
      expect(user).toMatchObject({ phone: null, bio: null, isPremium: false, currency_preference: 'ILS' });
    }
  });

  test('a list of the log leaves out the results of bulk acts, which the entry itself has', async () => {
    const body = { action: 'block', userIds: [member.id, member.id, 'none'] };
    const { data: done } = await testApp.call<{ results: object[]; summary: object }>(
      'POST',
      '/admin/users/bulk-manage',
      { as: admin, body },
    );
    expect(done.results).toEqual([
      { id: member.id, ok: true, code: null },
      { id: member.id, ok: false, code: 'REPEATED' },
      { id: 'none', ok: false, code: 'NOT_FOUND' },
    ]);
    const { data, text } = await get<Activities>('/admin/activity?actionType=bulk');
    expect(data.activities.map(({ details }) => details)).toContainEqual({
      action: 'block',
      successful: 1,
      failed: 2,
    });
    expect(text).not.toContain('REPEATED');
  });

  test('pages beyond the middle of a list go on where the ones before end, in every order', async () => {
    for (let count = 0; count < 5; count += 1) {
      testApp.advance(1);
      await createMember(testApp);
    }
    for (const order of [
      'sortBy=created_at',
      'sortBy=email&sortOrder=asc',
      'sortBy=last_login&sortOrder=asc',
    ]) {
      const all = await idsOf(`${order}&limit=50`);
      const pieces: string[] = [];
      for (let offset = 0; offset < all.length + 2; offset += 2)
        pieces.push(...(await idsOf(`${order}&limit=2&offset=${offset}`)));
      expect(pieces, order).toEqual(all);
    }
  });

  test('the counts of a status are those of its list', async () => {
    const other = await createMember(testApp);
    await restrict(engine.db, member.id, { restriction_type: 'other' });
    await restrict(engine.db, member.id);
    await restrict(engine.db, other.id, { restriction_type: 'other' });
    for (const [status, count] of [
      ['blocked', 1],
      ['restricted', 1],
      ['deleted', 0],
      ['active', 1],
    ] as const) {
      const { data } = await get<List>(`/admin/users?status=${status}`);
      expect([data.pagination.total, data.users.length], status).toEqual([count, count]);
    }
  });
});
