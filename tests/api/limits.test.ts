import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashCount } from '../../src/domain/users/passwords/hash.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { readOutbox, tokenIn } from '../support/mailbox.ts';
import { createMember, type Member, newEmail, PASSWORD, registration, signIn } from '../support/members.ts';

let networks = 0;

function newAddress(): string {
  networks += 1;
  return `198.51.${networks}.7`;
}

forEachEngine((engine) => {
  const environment = { RATE_LIMIT_SCALE: '1' };
  const nodes = [createTestApp(engine, { environment }), createTestApp(engine, { environment })] as const;
  const [testApp, otherNode] = nodes;
  const nodeOf = (index: number): TestApp => nodes[index % 2] ?? testApp;

  // A tenth of the limits, because hundreds of requests take long.
  const tenth = { RATE_LIMIT_SCALE: '0.1' };
  const strictNodes = [
    createTestApp(engine, { environment: tenth }),
    createTestApp(engine, { environment: tenth }),
  ] as const;
  const [strict, otherStrict] = strictNodes;

  const advance = (seconds: number) => nodes.map((node) => node.advance(seconds));

  describe('signing in', () => {
    test('is refused after ten failures for an account, counted across nodes and addresses', async () => {
      const member = await createMember(testApp);
      for (let turn = 0; turn < 10; turn += 1) {
        const { status } = await signIn(nodeOf(turn), { ...member, password: 'wrong' }, newAddress());
        expect(status).toBe(401);
      }
      for (const node of nodes) {
        const { status, error, headers } = await signIn(node, member, newAddress());
        expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '900']);
        expect(error.message).toBe('Too many login attempts. Please wait a moment and try again.');
      }
      advance(899);
      const { status, headers } = await signIn(testApp, member, newAddress());
      expect([status, headers.get('retry-after')]).toEqual([429, '1']);
      advance(1);
      expect((await signIn(otherNode, member, newAddress())).status).toBe(200);
      advance(-900);
    });

    test('tries no more than ten of thirty concurrent guesses', async () => {
      vi.stubEnv('FULL_HASHES', '1');
      onTestFinished(() => void vi.unstubAllEnvs());
      const member = await createMember(testApp);
      const guesses = Array.from({ length: 30 }, (_, index) =>
        signIn(nodeOf(index), { ...member, password: `wrong ${index}` }, newAddress()),
      );
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    });
  });

  // The counter is chosen without a query.
  if (engine.name === 'sqlite') {
    describe('signing in', () => {
      test('is refused after ten failures for a network address, whatever the account, and only for that address', async () => {
        const from = newAddress();
        const member = await createMember(testApp);
        for (let turn = 0; turn < 10; turn += 1) {
          const guess = { email: newEmail(), password: 'wrong' };
          expect((await signIn(nodeOf(turn), guess, from)).status).toBe(401);
        }
        expect((await signIn(testApp, member, from)).status).toBe(429);
        expect((await signIn(testApp, member, newAddress())).status).toBe(200);
      });

      test('counts a home network of IPv6 as one address', async () => {
        for (let turn = 0; turn < 10; turn += 1) {
          await signIn(nodeOf(turn), { email: newEmail(), password: 'wrong' }, `2001:db8:7:1::${turn}`);
        }
        const guess = { email: newEmail(), password: 'wrong' };
        expect((await signIn(testApp, guess, '2001:db8:7:1:ffff::1')).status).toBe(429);
        expect((await signIn(testApp, guess, '2001:db8:7:2::1')).status).toBe(401);
      });

      test('does not count when it succeeds, nor reset failures', async () => {
        const member = await createMember(testApp);
        const from = newAddress();
        for (let turn = 0; turn < 5; turn += 1) await signIn(testApp, { ...member, password: 'wrong' }, from);
        for (let turn = 0; turn < 12; turn += 1)
          expect((await signIn(nodeOf(turn), member, from)).status).toBe(200);
        for (let turn = 0; turn < 5; turn += 1) {
          expect((await signIn(testApp, { ...member, password: 'wrong' }, from)).status).toBe(401);
        }
        expect((await signIn(testApp, member, from)).status).toBe(429);
      });

      /** With the cookie that identifies a browser. */
      const fromBrowser = (
        { email }: Pick<Member, 'email'>,
        password: string,
        { device, from = newAddress(), node = testApp }: { device: string; from?: string; node?: TestApp },
      ) =>
        node.call<{ accessToken: string }>('POST', '/users/login', {
          body: { email, password },
          from,
          headers: { cookie: `pruta_device=${device}`, origin: node.app.config.PUBLIC_URL },
        });

      test('from a known device is possible while strangers guess, also at the same network address', async () => {
        const member = await createMember(testApp);
        const [device, from] = ['k'.repeat(22), newAddress()];
        expect((await fromBrowser(member, PASSWORD, { device })).status).toBe(200);
        for (let turn = 0; turn < 10; turn += 1)
          await signIn(nodeOf(turn), { ...member, password: 'wrong' }, from);
        expect((await signIn(testApp, member, newAddress())).status).toBe(429);
        expect((await signIn(testApp, await createMember(testApp), from)).status).toBe(429);
        for (const node of nodes)
          expect((await fromBrowser(member, PASSWORD, { device, from, node })).status).toBe(200);
      });

      test('from a known device has a limit of ten of its own, across nodes and addresses', async () => {
        const member = await createMember(testApp);
        const [device, from] = ['l'.repeat(22), newAddress()];
        expect((await fromBrowser(member, PASSWORD, { device, from })).status).toBe(200);
        for (let turn = 0; turn < 10; turn += 1) {
          const wrong = await fromBrowser(member, 'wrong', { device, from, node: nodeOf(turn) });
          expect(wrong.status).toBe(401);
        }
        for (const node of nodes)
          expect((await fromBrowser(member, PASSWORD, { device, node })).status).toBe(429);
        expect((await signIn(otherNode, member, from)).status).toBe(200);
      });

      test('with the device of another account, or a made-up one, counts as from anywhere', async () => {
        const [member, attacker] = [await createMember(testApp), await createMember(testApp)];
        const device = 'm'.repeat(22);
        expect((await fromBrowser(attacker, PASSWORD, { device })).status).toBe(200);
        for (let turn = 0; turn < 10; turn += 1) {
          const made = turn % 2 ? device : `n${turn}`.repeat(11);
          expect((await fromBrowser(member, 'wrong', { device: made })).status).toBe(401);
        }
        for (const other of [device, 'o'.repeat(22)])
          expect((await fromBrowser(member, PASSWORD, { device: other })).status).toBe(429);
        const from = newAddress();
        for (let turn = 0; turn < 10; turn += 1)
          await fromBrowser({ email: newEmail() }, 'wrong', { device, from });
        expect((await fromBrowser({ email: newEmail() }, 'wrong', { device, from })).status).toBe(429);
      });

      async function resetPassword(member: Member, headers: Record<string, string> = {}): Promise<Member> {
        await testApp.call('POST', '/users/password-reset-request', {
          body: { email: member.email },
          from: newAddress(),
        });
        await testApp.app.settle();
        const mail = (await readOutbox(testApp.dataDir)).findLast(
          ({ to }) => to?.[0]?.address === member.email,
        );
        const token = mail ? tokenIn(mail, 'reset-password') : expect.fail('no mail');
        const newPassword = 'Neues-Pferd-10';
        const { status } = await testApp.call('POST', '/users/password-reset', {
          body: { token, newPassword },
          headers,
        });
        expect(status).toBe(200);
        return { ...member, password: newPassword };
      }

      test('is possible again after a new password was set by the mailed link', async () => {
        const member = await createMember(testApp);
        for (let turn = 0; turn < 11; turn += 1)
          await signIn(testApp, { ...member, password: 'wrong' }, newAddress());
        const changed = await resetPassword(member);
        expect((await signIn(otherNode, changed, newAddress())).status).toBe(200);
      });

      test('from a known device is possible again after that too, and the password counts as confirmed anew', async () => {
        const member = await createMember(testApp);
        const device = 'p'.repeat(22);
        expect((await fromBrowser(member, PASSWORD, { device })).status).toBe(200);
        for (let turn = 0; turn < 10; turn += 1) {
          await fromBrowser(member, 'wrong', { device });
          const body = { currentPassword: 'wrong', newPassword: 'Anderes-Pferd-1' };
          await testApp.call('POST', '/users/change-password', { as: member, body });
        }
        expect((await fromBrowser(member, PASSWORD, { device })).status).toBe(429);
        const { password } = await resetPassword(member);
        const signedIn = await fromBrowser(member, password, { device });
        expect(signedIn.status).toBe(200);
        const { status } = await testApp.call('POST', '/users/change-password', {
          as: { ...member, ...signedIn.data },
          body: { currentPassword: password, newPassword: 'Anderes-Pferd-1' },
        });
        expect(status).toBe(200);
      });

      test('at an address over the limit is possible for the browser that set a new password by the link', async () => {
        const member = await createMember(testApp);
        const [device, from] = ['q'.repeat(22), newAddress()];
        for (let turn = 0; turn < 10; turn += 1) await fromBrowser(member, 'wrong', { device, from });
        const { password } = await resetPassword(member, {
          cookie: `pruta_device=${device}`,
          origin: testApp.app.config.PUBLIC_URL,
        });
        expect((await fromBrowser(member, password, { device, from })).status).toBe(200);
        expect((await signIn(testApp, { ...member, password }, from)).status).toBe(429);
      });

      test('counts failures at a browser that two accounts know for each of them', async () => {
        const [one, other] = [await createMember(testApp), await createMember(testApp)];
        const device = 'r'.repeat(22);
        for (const member of [one, other])
          expect((await fromBrowser(member, PASSWORD, { device })).status).toBe(200);
        for (let turn = 0; turn < 11; turn += 1) await fromBrowser(one, 'wrong', { device });
        expect((await fromBrowser(one, PASSWORD, { device })).status).toBe(429);
        expect((await fromBrowser(other, PASSWORD, { device })).status).toBe(200);
      });

      test('from an address over the limit does not count against an account', async () => {
        const [from, member] = [newAddress(), await createMember(testApp)];
        for (let turn = 0; turn < 10; turn += 1)
          await signIn(nodeOf(turn), { email: newEmail(), password: 'wrong' }, from);
        for (let turn = 0; turn < 11; turn += 1) {
          expect((await signIn(testApp, { ...member, password: 'wrong' }, from)).status).toBe(429);
        }
        expect((await signIn(testApp, member, newAddress())).status).toBe(200);
      });

      test('computes one hash for a known address, an unknown one and one without a password', async () => {
        const [known, passwordless] = [await createMember(testApp), await createMember(testApp)];
        // Hashes of earlier sign-ins may still be in progress.
        await Promise.all(nodes.map(({ app }) => app.settle()));
        const changes = { password_hash: null };
        await engine.db.updateTable('users').set(changes).where('id', '=', passwordless.id).execute();
        for (const email of [known.email, newEmail(), passwordless.email]) {
          const before = hashCount();
          expect((await signIn(testApp, { email, password: 'wrong' }, newAddress())).status).toBe(401);
          expect(hashCount() - before).toBe(1);
        }
      });

      test('answers the same for an unknown address and a wrong password', async () => {
        const member = await createMember(testApp);
        const known = await signIn(testApp, { ...member, password: 'wrong' }, newAddress());
        const unknown = await signIn(testApp, { email: newEmail(), password: 'wrong' }, newAddress());
        expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
        expect([known.status, known.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
        expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
      });

      test('reveals an unverified address only with the right password', async () => {
        const member = await createMember(testApp, { verified: false });
        const wrong = await signIn(testApp, { ...member, password: 'wrong' }, newAddress());
        expect(wrong.error.code).toBe('INVALID_CREDENTIALS');
        const right = await signIn(testApp, member, newAddress());
        expect([right.status, right.error.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);
      });
    });
  }

  // Once, because each attempt hashes a password; the counter is the same as for sign-in.
  if (engine.name === 'postgres') {
    test('a network address can register twenty times an hour', async () => {
      const from = newAddress();
      const { email } = await createMember(testApp);
      const statuses: number[] = [];
      for (let turn = 0; turn < 21; turn += 1) {
        const reply = await nodeOf(turn).call('POST', '/users/register', {
          body: registration({ email }),
          from,
        });
        statuses.push(reply.status);
        if (turn === 20) {
          expect(reply.headers.get('retry-after')).toBe('3600');
          expect(reply.error.message).toBe('Too many requests. Please wait a moment and try again.');
        }
      }
      expect(statuses).toEqual([...Array(20).fill(409), 429]);
      const elsewhere = await testApp.call('POST', '/users/register', {
        body: registration({ email }),
        from: newAddress(),
      });
      expect(elsewhere.status).toBe(409);
    });
  }

  test.each([
    ['/users/resend-verification', false],
    ['/users/password-reset-request', true],
  ])('%s mails five times an hour to an account, and the answer never tells', async (path, verified) => {
    const { email } = await createMember(testApp, { verified });
    const answers = new Set<string>();
    for (let turn = 0; turn < 8; turn += 1) {
      const reply = await testApp.call('POST', path, { body: { email }, from: newAddress() });
      answers.add(`${reply.status} ${reply.text}`);
    }
    const unknown = await testApp.call('POST', path, { body: { email: newEmail() }, from: newAddress() });
    expect([...answers]).toEqual([`${unknown.status} ${unknown.text}`]);
    expect(unknown.status).toBe(200);
    await testApp.app.settle();
    const mails = (await readOutbox(testApp.dataDir)).filter((mail) => mail.to?.[0]?.address === email);
    expect(mails).toHaveLength(5);
  });

  test('a network address can request twenty mails an hour, of whatever kind', async () => {
    const from = newAddress();
    for (let turn = 0; turn < 20; turn += 1) {
      const path = turn % 2 ? '/users/resend-verification' : '/users/password-reset-request';
      await nodeOf(turn).call('POST', path, { body: { email: newEmail() }, from });
    }
    const { email } = await createMember(testApp, { verified: false });
    const { status } = await testApp.call('POST', '/users/resend-verification', { body: { email }, from });
    expect(status).toBe(200);
    await testApp.app.settle();
    expect((await readOutbox(testApp.dataDir)).some((mail) => mail.to?.[0]?.address === email)).toBe(false);
  });

  test('all requests are limited to 300 a minute for an address and 1,200 for a person', async () => {
    const member = await createMember(strict);
    const from = newAddress();
    const ask = (as?: { accessToken: string }) => strict.call('GET', '/nothing', { as, from });
    // A tenth of them on this node.
    for (let turn = 0; turn < 30; turn += 1) expect((await ask()).status).toBe(404);
    const { status, error, headers } = await ask();
    expect([status, error.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '60']);
    for (let turn = 0; turn < 120; turn += 1) expect((await ask(member)).status).toBe(404);
    expect((await ask(member)).status).toBe(429);
    expect((await strict.request('/health', { headers: { 'x-pruta-address': from } })).status).toBe(200);
    strict.advance(60);
    expect((await ask()).status).toBe(404);
    expect((await ask(member)).status).toBe(404);
    strict.advance(-60);
  });

  test('a busy person is counted across nodes', async () => {
    const member = await createMember(strict);
    let answered = 0;
    for (let turn = 0; turn < 150; turn += 1) {
      const node = turn % 2 ? otherStrict : strict;
      const { status } = await node.call('GET', '/nothing', { as: member });
      if (status === 404) answered += 1;
    }
    expect(answered).toBe(120);
  });

  test('an address that one node refuses is refused by the other', async () => {
    const from = newAddress();
    const passes = async (node: TestApp) => (await node.call('GET', '/nothing', { from })).status === 404;
    let answered = 0;
    for (const node of strictNodes) while (await passes(node)) answered += 1;
    expect(answered).toBe(30);
  });

  test('processes that are started and killed again leave enough for the next one', async () => {
    const from = newAddress();
    for (let turn = 0; turn < 40; turn += 1) {
      const node = createTestApp(engine, { environment });
      expect((await node.call('GET', '/nothing', { from })).status).toBe(404);
    }
    expect((await testApp.call('GET', '/nothing', { from })).status).toBe(404);
  });

  test('a hundred requests at the same time on each node pass no more than the limit', async () => {
    const from = newAddress();
    const requests = Array.from({ length: 400 }, (_, turn) => nodeOf(turn).call('GET', '/nothing', { from }));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    const passed = statuses.filter((status) => status === 404).length;
    expect(passed).toBeLessThanOrEqual(300);
    // A node may waste its last part, at most a tenth of the limit.
    expect(passed).toBeGreaterThanOrEqual(270);
  });

  test('a clock that is set back ends what it has limited', async () => {
    const member = await createMember(strict);
    const from = newAddress();
    for (let turn = 0; turn < 2; turn += 1) await signIn(strict, { ...member, password: 'wrong' }, from);
    expect((await signIn(strict, member, from)).status).toBe(429);
    for (let turn = 0; turn < 31; turn += 1) await strict.call('GET', '/nothing', { from });
    expect((await strict.call('GET', '/nothing', { from })).status).toBe(429);
    strict.advance(-2 * 86_400);
    expect((await strict.call('GET', '/nothing', { from })).status).toBe(404);
    expect((await signIn(strict, member, from)).status).toBe(200);
    strict.advance(2 * 86_400);
  });

  test('made-up refresh tokens count for the address that sends them, not for the person they name', async () => {
    const member = await createMember(testApp);
    const id = Buffer.from(member.id.replaceAll('-', ''), 'hex');
    const madeUp = () => `pr_${Buffer.concat([id, randomBytes(48)]).toString('base64url')}`;
    const from = newAddress();
    const refresh = (refreshToken: string, from: string) =>
      testApp.call<Member>('POST', '/users/refresh-token', { body: { refreshToken }, from });
    for (let turn = 0; turn < 60; turn += 1)
      expect((await refresh(madeUp(), from)).error.code).toBe('REFRESH_INVALID');
    expect((await refresh(madeUp(), from)).error.code).toBe('RATE_LIMITED');
    // Also from the same address, which may be the person's home.
    const { status, data } = await refresh(member.refreshToken, from);
    expect(status).toBe(200);
    expect((await refresh(data.refreshToken, newAddress())).status).toBe(200);
  });
});

forEachEngine((engine) => {
  const scaled = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '0.2' } });

  test('RATE_LIMIT_SCALE multiplies every limit', async () => {
    const member = await createMember(scaled);
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await signIn(scaled, { ...member, password: 'wrong' }, newAddress())).status).toBe(401);
    }
    expect((await signIn(scaled, { email: member.email, password: PASSWORD }, newAddress())).status).toBe(
      429,
    );
    const from = newAddress();
    for (let turn = 0; turn < 60; turn += 1)
      expect((await scaled.call('GET', '/nothing', { from })).status).toBe(404);
    expect((await scaled.call('GET', '/nothing', { from })).status).toBe(429);
  });
});
