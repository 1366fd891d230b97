import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, forEachApp, type TestApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { createMember, type Member, signIn, startMemberSession } from '../support/members.ts';

interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresIn: number;
}

type Pair = Pick<Tokens, 'accessToken' | 'refreshToken'>;

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });
  const both = (seconds: number) => [testApp, otherNode].map((node) => node.advance(seconds));

  const refresh = (refreshToken: unknown, node = testApp) =>
    node.call<Tokens>('POST', '/users/refresh-token', { body: { refreshToken } });

  async function isOpen(as: Pick<Tokens, 'accessToken'>, node: TestApp = otherNode): Promise<boolean> {
    return (await node.call('GET', '/users/profile', { as })).status === 200;
  }

  async function expectRefused(refreshToken: unknown, node = testApp): Promise<void> {
    const { status, error } = await refresh(refreshToken, node);
    expect([status, error.code, error.details]).toEqual([401, 'REFRESH_INVALID', { requiresLogin: true }]);
  }

  test('signing in returns two tokens of 256 random bits, of which the database stores only hashes', async () => {
    const member = await createMember(testApp);
    const { status, data } = await signIn(testApp, member);
    expect(status).toBe(200);
    expect(data.expiresIn).toBe(900);
    expect(Buffer.from(data.accessToken.slice(3), 'base64url')).toHaveLength(64);
    const again = (await signIn(testApp, member)).data;
    const secrets = [data, again].flatMap((pair) => [
      pair.accessToken.slice(-43),
      pair.refreshToken.slice(-43),
    ]);
    expect(new Set(secrets).size).toBe(4);
    const rows = await rowsOf(engine, 'sessions', member);
    for (const secret of secrets) expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 20));
  });

  describe('a refresh', () => {
    test('returns a new pair; both old tokens are refused on every node', async () => {
      const member = await createMember(testApp);
      const { status, data } = await refresh(member.refreshToken);
      expect([status, data.expiresIn]).toEqual([200, 900]);
      expect(await isOpen(data)).toBe(true);
      expect(await isOpen(member)).toBe(false);
      expect(data.refreshToken).not.toBe(member.refreshToken);
    });

    test('twenty concurrent ones within ten seconds get the same pair, on whichever node', async () => {
      const member = await createMember(testApp);
      const first = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          refresh(member.refreshToken, index % 2 ? otherNode : testApp),
        ),
      );
      both(10);
      const late = await refresh(member.refreshToken, otherNode);
      expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
      const pairs = [...first, late].map(({ data }) => `${data.accessToken} ${data.refreshToken}`);
      expect(new Set(pairs).size).toBe(1);
      expect(await isOpen(late.data)).toBe(true);
      both(-10);
    });

    test('a used token after ten seconds ends the whole session, everywhere', async () => {
      const member = await createMember(testApp);
      const other = await startMemberSession(testApp, member.id);
      const { data } = await refresh(member.refreshToken);
      both(11);
      await expectRefused(member.refreshToken, otherNode);
      expect(await isOpen(data, testApp)).toBe(false);
      expect(await isOpen(data)).toBe(false);
      await expectRefused(data.refreshToken);
      expect(await isOpen(other)).toBe(true);
      both(-11);
    });

    test('a token used long ago still ends the session', async () => {
      const member = await createMember(testApp);
      let pair: Pair = member;
      for (let turn = 0; turn < 5; turn += 1) {
        both(600);
        pair = (await refresh(pair.refreshToken)).data;
      }
      await expectRefused(member.refreshToken);
      expect(await isOpen(pair)).toBe(false);
      both(-3000);
    });

    test('a guessed token ends nothing', async () => {
      const member = await createMember(testApp);
      const guessed = `${member.refreshToken.slice(0, -10)}AAAAAAAAAA`;
      await expectRefused(guessed);
      expect(await isOpen(member)).toBe(true);
      expect((await refresh(member.refreshToken)).status).toBe(200);
    });

    test('never extends a session beyond a day, however often it is refreshed', async () => {
      const member = await createMember(testApp);
      let pair: Pair = member;
      let left = 0;
      for (let turn = 0; turn < 47; turn += 1) {
        both(1800);
        const { status, data } = await refresh(pair.refreshToken);
        expect(status).toBe(200);
        [pair, left] = [data, data.expiresIn];
      }
      expect(left).toBe(900);
      both(1700);
      const last = await refresh(pair.refreshToken);
      expect([last.status, last.data.expiresIn]).toEqual([200, 100]);
      both(100);
      expect((await otherNode.call('GET', '/users/profile', { as: last.data })).error.code).toBe(
        'TOKEN_EXPIRED',
      );
      await expectRefused(last.data.refreshToken);
      both(-86_400);
    });

    test.each(['', null, undefined, 'x', 'pr_', `pr_${'A'.repeat(86)}`, 'a.b.c', 'pr_%00', 'שלום'])(
      'is refused for %j',
      async (token) => {
        await expectRefused(token);
      },
    );

    test.each([5, {}, ['x'], true])(
      'with the token %j, which is not text, is an invalid input',
      async (token) => {
        const { status, error } = await refresh(token);
        expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
      },
    );

    test('refuses an access token, and a refresh token is refused everywhere else', async () => {
      const member = await createMember(testApp);
      await expectRefused(member.accessToken);
      await expectRefused(member.accessToken.replace('pa_', 'pr_'));
      expect(await isOpen({ accessToken: member.refreshToken })).toBe(false);
      expect(await isOpen({ accessToken: member.refreshToken.replace('pr_', 'pa_') })).toBe(false);
      expect(await isOpen(member)).toBe(true);
    });

    test('works by the cookie too, and sets both cookies again', async () => {
      const member = await createMember(testApp);
      const cookie = `pruta_access=${member.accessToken}; pruta_refresh=${member.refreshToken}`;
      const headers = { cookie, 'sec-fetch-site': 'same-origin' };
      const reply = await testApp.call<Tokens>('POST', '/users/refresh-token', { headers });
      expect(reply.status).toBe(200);
      const sent = reply.headers.getSetCookie().join('\n');
      expect(sent).toContain(`pruta_access=${reply.data.accessToken};`);
      expect(sent).toContain(`pruta_refresh=${reply.data.refreshToken};`);
    });
  });

  test('an access token is valid for fifteen minutes and not a second longer', async () => {
    const member = await createMember(testApp);
    both(899);
    expect(await isOpen(member)).toBe(true);
    both(1);
    const { status, error } = await otherNode.call('GET', '/users/profile', { as: member });
    expect([status, error.code]).toEqual([401, 'TOKEN_EXPIRED']);
    both(-900);
  });

  describe('signing out', () => {
    let member: Member;
    let elsewhere: Pair;

    beforeAll(async () => {
      member = await createMember(testApp);
      elsewhere = await startMemberSession(testApp, member.id);
    });

    test('ends this session at once on every node, and no other', async () => {
      const here = await startMemberSession(testApp, member.id);
      const { status, headers } = await testApp.call('POST', '/users/logout', { as: here });
      expect(status).toBe(200);
      expect(headers.get('clear-site-data')).toBe('"cache", "storage"');
      const cleared = headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=0'));
      expect(cleared.join()).toMatch(/pruta_access=;.*pruta_refresh=;/);
      expect(await isOpen(here)).toBe(false);
      await expectRefused(here.refreshToken, otherNode);
      expect(await isOpen(elsewhere)).toBe(true);
    });

    test('everywhere ends every session of the person, and no other user’s', async () => {
      const stranger = await createMember(testApp);
      const here = await startMemberSession(testApp, member.id);
      const { status } = await testApp.call('POST', '/users/logout', {
        as: here,
        body: { everywhere: true },
      });
      expect(status).toBe(200);
      for (const pair of [here, elsewhere, member]) {
        expect(await isOpen(pair)).toBe(false);
        await expectRefused(pair.refreshToken, otherNode);
      }
      expect(await isOpen(stranger)).toBe(true);
    });

    test('ends the session although its access token has expired', async () => {
      const here = await startMemberSession(testApp, member.id);
      both(901);
      expect((await testApp.call('POST', '/users/logout', { as: here })).status).toBe(200);
      await expectRefused(here.refreshToken);
      both(-901);
    });

    test('ends the session of a browser that only has the refresh cookie', async () => {
      const here = await startMemberSession(testApp, member.id);
      const headers = { cookie: `pruta_refresh=${here.refreshToken}`, origin: 'http://localhost:4321' };
      expect((await testApp.call('POST', '/users/logout', { headers })).status).toBe(200);
      await expectRefused(here.refreshToken);
      expect(await isOpen(here)).toBe(false);
    });

    test('with a token that was never valid ends nothing and succeeds all the same', async () => {
      const here = await startMemberSession(testApp, member.id);
      const forged = { accessToken: `${here.accessToken.slice(0, -10)}AAAAAAAAAA` };
      both(901);
      expect(
        (await testApp.call('POST', '/users/logout', { as: forged, body: { everywhere: true } })).status,
      ).toBe(200);
      expect((await testApp.call('POST', '/users/logout')).status).toBe(200);
      expect((await refresh(here.refreshToken)).status).toBe(200);
      both(-901);
    });
  });

  test('a change of role takes effect at the next request', async () => {
    const member = await createMember(testApp, { role: 'admin' });
    await engine.db.updateTable('users').set({ role: 'user' }).where('id', '=', member.id).execute();
    const { data } = await otherNode.call('GET', '/users/profile', { as: member });
    expect(data.user).toMatchObject({ role: 'user', isAdmin: false });
  });

  test('a person can refresh sixty times a minute', async () => {
    const member = await createMember(testApp);
    let pair: Pair = member;
    for (let turn = 0; turn < 60; turn += 1) {
      const { status, data } = await refresh(pair.refreshToken, strict);
      expect(status).toBe(200);
      pair = data;
    }
    const { status, headers, error } = await refresh(pair.refreshToken, strict);
    expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '60']);
    strict.advance(60);
    expect((await refresh(pair.refreshToken, strict)).status).toBe(200);
  });
});
