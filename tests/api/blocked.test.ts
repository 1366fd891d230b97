import { beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, forEachApp, START } from '../support/app.ts';
import { createMember, type Member, PASSWORD, signIn } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';
import { EXPECTED_ROUTES, methodOf } from './expected-routes.ts';

const AN_HOUR_LATER = new Date(Date.parse(START) + 3_600_000).toISOString();

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);
  let member: Member;

  beforeEach(async () => {
    member = await createMember(testApp);
  });

  const block = (changes = {}) => restrict(engine.db, member.id, changes);
  const profile = async (node = otherNode) => {
    const { status, data, error } = await node.call<{ user: Record<string, unknown> }>(
      'GET',
      '/users/profile',
      { as: member },
    );
    return { status, user: data?.user, error };
  };
  const refresh = (refreshToken: string) =>
    otherNode.call<Member>('POST', '/users/refresh-token', { body: { refreshToken } });

  test('a block takes effect at the next request on every node, on every route except signing out', async () => {
    expect((await profile()).status).toBe(200);
    await block({ expires_at: AN_HOUR_LATER });
    const details = { reason: 'Too many accounts', expires_at: AN_HOUR_LATER };
    for (const route of EXPECTED_ROUTES.filter(({ path }) => path !== '/users/logout')) {
      const path = route.path.replace('{id}', member.id);
      const { status, error } = await otherNode.call(methodOf(route), path, { as: member });
      expect([status, error.code, error.details], route.route).toEqual([403, 'USER_BLOCKED', details]);
    }
    expect((await otherNode.call('POST', '/users/logout', { as: member })).status).toBe(200);
    expect((await profile()).error.code).toBe('TOKEN_INVALID');
  });

  test('the cookie of a blocked person is refused like the token, also on public routes', async () => {
    await block();
    const headers = { cookie: `pruta_access=${member.accessToken}`, 'sec-fetch-site': 'same-origin' };
    for (const path of ['/users/profile', '/openapi.json', '/no/such/path']) {
      expect((await testApp.call('GET', path, { headers })).error.code, path).toBe('USER_BLOCKED');
    }
  });

  test('a block ends when it expires', async () => {
    await block({ expires_at: AN_HOUR_LATER });
    otherNode.advance(3599);
    expect((await refresh(member.refreshToken)).error.code).toBe('USER_BLOCKED');
    otherNode.advance(1);
    const { status, data } = await refresh(member.refreshToken);
    expect(status).toBe(200);
    expect((await otherNode.call('GET', '/users/profile', { as: data })).status).toBe(200);
    otherNode.advance(-3600);
  });

  test('a block that is revoked ends at the next request', async () => {
    await block();
    expect((await profile()).status).toBe(403);
    await engine.db
      .updateTable('restrictions')
      .set({ is_active: 0 })
      .where('user_id', '=', member.id)
      .execute();
    expect((await profile()).status).toBe(200);
  });

  test('a blocked person cannot refresh, and the attempt does not use up their token', async () => {
    await block();
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, error } = await refresh(member.refreshToken);
      expect([status, error.code, error.details]).toEqual([
        403,
        'USER_BLOCKED',
        { reason: 'Too many accounts', expires_at: null },
      ]);
    }
    expect((await refresh(`${member.refreshToken.slice(0, -10)}AAAAAAAAAA`)).error.code).toBe(
      'REFRESH_INVALID',
    );
    await engine.db.deleteFrom('restrictions').where('user_id', '=', member.id).execute();
    expect((await refresh(member.refreshToken)).status).toBe(200);
  });

  test('only a person with the right password is informed of a block, and gets no session', async () => {
    await block({ reason: 'Spam <b>' });
    const wrong = await signIn(testApp, { ...member, password: 'not-this-1' });
    expect([wrong.status, wrong.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    const right = await signIn(testApp, { email: member.email, password: PASSWORD });
    expect([right.status, right.error.code, right.error.details]).toEqual([
      403,
      'USER_BLOCKED',
      { reason: 'Spam <b>', expires_at: null },
    ]);
    expect(right.headers.getSetCookie()).toEqual([]);
    const sessions = engine.db.selectFrom('sessions').select('id').where('user_id', '=', member.id);
    expect(await sessions.execute()).toHaveLength(1);
  });

  test('a deleted account has no access either', async () => {
    await block({ restriction_type: 'deleted', reason: 'Left' });
    const answers = [
      await profile(),
      await refresh(member.refreshToken),
      await signIn(testApp, { email: member.email, password: PASSWORD }),
    ];
    for (const { status, error } of answers) {
      expect([status, error.code, error.details]).toEqual([
        403,
        'USER_BLOCKED',
        { reason: 'Left', expires_at: null },
      ]);
    }
  });

  test('of several blocks the reason of the first one is returned', async () => {
    await block({ reason: 'first' });
    await block({ reason: 'second' });
    expect((await profile()).error.details).toEqual({ reason: 'first', expires_at: null });
  });

  describe('a person is not blocked by', () => {
    test.each([
      ['a block that was revoked', { is_active: 0 }, []],
      ['a block that has expired', { expires_at: START }, []],
      [
        'a restriction of another kind',
        { restriction_type: 'other' as const, reason: null, expires_at: AN_HOUR_LATER },
        [{ restriction_type: 'other', reason: null, is_active: true, expires_at: AN_HOUR_LATER }],
      ],
    ])('%s', async (_, changes, restrictions) => {
      await block(changes);
      const { status, user } = await profile();
      expect(status).toBe(200);
      expect(user).toMatchObject({ isBlocked: false, restrictions });
    });

    test('a block of another person', async () => {
      const other = await createMember(testApp);
      await restrict(engine.db, other.id);
      expect((await profile()).status).toBe(200);
    });
  });
});
