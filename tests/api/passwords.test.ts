import { describe, expect, test } from 'vitest';
import { createTestApp, forEachApp, type TestApp } from '../support/app.ts';
import { readOutbox, tokenIn } from '../support/mailbox.ts';
import {
  createMember,
  keepSignedIn,
  type Member,
  newEmail,
  PASSWORD,
  registration,
  signIn,
  startMemberSession,
} from '../support/members.ts';
import { hashOf } from '../support/passwords.ts';

const NEXT = 'Neues-Pferd-10';

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });

  async function mailsTo(email: string, node: TestApp = testApp) {
    await node.app.settle();
    return (await readOutbox(node.dataDir)).filter((mail) => mail.to?.[0]?.address === email);
  }

  const ask = (email: unknown) => testApp.call('POST', '/users/password-reset-request', { body: { email } });
  const reset = (token: unknown, newPassword: unknown = NEXT, node = testApp) =>
    node.call('POST', '/users/password-reset', { body: { token, newPassword } });
  const change = (as: Member, currentPassword: unknown, newPassword: unknown) =>
    testApp.call('POST', '/users/change-password', { as, body: { currentPassword, newPassword } });

  async function linkFor(email: string): Promise<string> {
    expect((await ask(email)).status).toBe(200);
    // Two mails in progress may arrive in either order.
    const last = (await mailsTo(email)).findLast(({ text }) => text?.includes('/reset-password/'));
    if (!last) throw new Error(`no mail to ${email}`);
    return tokenIn(last, 'reset-password');
  }

  const isOpen = async (as: { accessToken: string }) =>
    (await otherNode.call('GET', '/users/profile', { as })).status === 200;

  describe('a reset', () => {
    test('sets the new password by the mailed link, ends every session everywhere, and notifies the owner', async () => {
      const member = await createMember(testApp);
      const otherSession = await startMemberSession(testApp, member.id);
      const token = await linkFor(member.email);
      expect((await reset(token)).status).toBe(200);
      expect([await isOpen(member), await isOpen(otherSession)]).toEqual([false, false]);
      expect((await signIn(testApp, member)).error.code).toBe('INVALID_CREDENTIALS');
      expect((await signIn(testApp, { ...member, password: NEXT })).status).toBe(200);
      const subjects = (await mailsTo(member.email)).map((mail) => mail.subject);
      expect(subjects.at(-1)).toBe('Your password at Pruta was changed');
    });

    test('is requested with one answer, whether or not the account exists', async () => {
      const member = await createMember(testApp);
      const nobody = newEmail();
      const answers = [await ask(member.email), await ask(nobody)].map(({ status, text }) => [status, text]);
      expect(answers[0]).toEqual([200, '{"success":true,"data":{}}']);
      expect(answers[1]).toEqual(answers[0]);
      expect(await mailsTo(nobody)).toEqual([]);
    });

    test('works once, within an hour, and invalidates older links', async () => {
      const member = await createMember(testApp);
      const first = await linkFor(member.email);
      const second = await linkFor(member.email);
      expect((await reset(second)).status).toBe(200);
      for (const token of [second, first]) {
        const { status, error } = await reset(token, 'Drittes-Pferd-11');
        expect([status, error.code]).toEqual([400, 'TOKEN_INVALID']);
      }
      const late = await linkFor(member.email);
      testApp.advance(3601);
      expect((await reset(late)).error.code).toBe('TOKEN_INVALID');
      expect((await signIn(testApp, { ...member, password: NEXT })).status).toBe(200);
    });

    test('of two concurrent ones by the same link one succeeds', async () => {
      const member = await createMember(testApp);
      const token = await linkFor(member.email);
      const replies = await Promise.all([reset(token, NEXT), reset(token, 'Anderes-Pferd-12', otherNode)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    test('verifies an address that was not verified yet', async () => {
      const member = await createMember(testApp, { verified: false });
      expect((await reset(await linkFor(member.email))).status).toBe(200);
      expect((await signIn(testApp, { ...member, password: NEXT })).status).toBe(200);
    });

    test.each(['', 'x', 'a'.repeat(64), 'a'.repeat(500), '../../etc', null])(
      'by %j is refused',
      async (token) => {
        const { status } = await reset(token);
        expect(status).toBe(400);
      },
    );

    test('refuses a link that was mailed for verification, and vice versa', async () => {
      const { email } = await createMember(testApp, { verified: false });
      await testApp.call('POST', '/users/resend-verification', { body: { email } });
      const [mail] = await mailsTo(email);
      if (!mail) throw new Error(`no mail to ${email}`);
      expect((await reset(tokenIn(mail, 'verify-email'))).error.code).toBe('TOKEN_INVALID');
      const token = await linkFor(email);
      const verified = await testApp.call('POST', '/users/verify-email', { body: { token } });
      expect(verified.error.code).toBe('TOKEN_INVALID');
    });

    test('can be repeated with the same link when the new password is refused', async () => {
      const member = await createMember(testApp);
      const token = await linkFor(member.email);
      const { status, error } = await reset(token, 'short1');
      expect([status, error.details]).toEqual([
        400,
        [{ field: 'newPassword', message: 'Password must be at least 8 characters' }],
      ]);
      expect((await reset(token)).status).toBe(200);
    });
  });

  describe('a change', () => {
    test('needs the current password and ends all other sessions', async () => {
      const member = await createMember(testApp);
      const otherSession = await startMemberSession(testApp, member.id);
      const wrong = await change(member, 'not it', NEXT);
      expect([wrong.status, wrong.error.code, wrong.error.message]).toEqual([
        400,
        'CURRENT_PASSWORD_WRONG',
        'Current password is incorrect',
      ]);
      expect(await isOpen(otherSession)).toBe(true);
      expect((await change(member, PASSWORD, NEXT)).status).toBe(200);
      expect([await isOpen(member), await isOpen(otherSession)]).toEqual([true, false]);
      expect((await signIn(testApp, { ...member, password: NEXT })).status).toBe(200);
      expect((await mailsTo(member.email)).map((mail) => mail.subject)).toEqual([
        'Your password at Pruta was changed',
      ]);
    });

    test('to the same password is refused, and ends no session', async () => {
      const member = await createMember(testApp);
      const otherSession = await startMemberSession(testApp, member.id);
      const { status, error } = await change(member, PASSWORD, PASSWORD);
      const message = 'Choose a password other than your current one';
      expect([status, error.details]).toEqual([400, [{ field: 'newPassword', message }]]);
      expect(await isOpen(otherSession)).toBe(true);
    });

    test('of two concurrent ones one succeeds', async () => {
      const member = await createMember(testApp);
      const replies = await Promise.all([
        change(member, PASSWORD, NEXT),
        change(member, PASSWORD, 'Anderes-Pferd-12'),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    });

    test('has a limit on guesses of the password', async () => {
      const member = await createMember(strict);
      const statuses: number[] = [];
      for (let turn = 0; turn < 11; turn += 1) {
        const body = { currentPassword: 'not it', newPassword: NEXT };
        statuses.push((await strict.call('POST', '/users/change-password', { as: member, body })).status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429]);
    });
  });

  test('only an account without a password can set its first one, and of two concurrent requests one succeeds', async () => {
    const member = await createMember(testApp);
    const set = (node = testApp) =>
      node.call('POST', '/users/set-password', { as: member, body: { newPassword: NEXT } });
    const refused = await set();
    expect([refused.status, refused.error.code]).toEqual([409, 'PASSWORD_EXISTS']);
    await engine.db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
    // An open session alone is not its owner.
    await keepSignedIn(engine, member);
    testApp.advance(15 * 60 + 1);
    otherNode.setClock(testApp.app.clock().toISOString());
    for (const [method, path] of [
      ['POST', 'set-password'],
      ['DELETE', 'account'],
    ] as const) {
      const body = { newPassword: NEXT };
      const stale = await testApp.call(method, `/users/${path}`, { as: member, body });
      expect([stale.status, stale.error.code]).toEqual([403, 'SIGN_IN_AGAIN']);
    }
    Object.assign(member, await startMemberSession(testApp, member.id));
    const replies = await Promise.all([set(), set(otherNode)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await signIn(testApp, { ...member, password: NEXT })).status).toBe(200);
  });

  test.each(['password1', 'Qwerty123', 'TRUSTNO1'])('a password must not be %s', async (password) => {
    const { status, error } = await testApp.call('POST', '/users/register', {
      body: registration({ password }),
    });
    const message = 'This password is too easy to guess. Choose another one';
    expect([status, error.details]).toEqual([400, [{ field: 'password', message }]]);
  });

  test('a passphrase of 128 letters, digits and emoji in two scripts signs in, character by character', async () => {
    const start = 'סוס נכון 🐎 סוללה 🔋 9 ';
    const password = `${start}${'🐎'.repeat(128 - [...start].length - 1)} `;
    expect([...password]).toHaveLength(128);
    const typed = registration({ password });
    expect((await testApp.call('POST', '/users/register', { body: typed })).status).toBe(201);
    await engine.db
      .updateTable('users')
      .set({ email_verified: 1 })
      .where('email', '=', typed.email)
      .execute();
    const statuses: number[] = [];
    for (const tried of [password, password.trimEnd(), ` ${password}`, password.replace('9', '٩')]) {
      statuses.push((await signIn(testApp, { email: typed.email, password: tried })).status);
    }
    expect(statuses).toEqual([200, 401, 401, 401]);
    const longer = registration({ password: `${password}x` });
    expect((await testApp.call('POST', '/users/register', { body: longer })).status).toBe(400);
  });

  test('a hash with outdated parameters is replaced at the next sign-in, and not by a wrong password', async () => {
    const member = await createMember(testApp);
    const older = hashOf(PASSWORD, { memory: 64, passes: 2, tagLength: 32 });
    const storedHash = async () => {
      await testApp.app.settle();
      const columns = engine.db.selectFrom('users').select('password_hash');
      return (await columns.where('id', '=', member.id).executeTakeFirst())?.password_hash;
    };
    await engine.db.updateTable('users').set({ password_hash: older }).where('id', '=', member.id).execute();
    expect((await signIn(testApp, { ...member, password: 'wrong' })).status).toBe(401);
    expect(await storedHash()).toBe(older);
    expect((await signIn(testApp, member)).status).toBe(200);
    expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect((await signIn(testApp, member)).status).toBe(200);
  });

  describe('the sessions of a person', () => {
    interface Listed {
      sessions: { id: string; user_agent: string; ip: string; current: boolean }[];
    }

    test('are listed to them alone, with the current one marked', async () => {
      const member = await createMember(testApp);
      await startMemberSession(testApp, member.id);
      const { data } = await testApp.call<Listed>('GET', '/users/sessions', { as: member });
      expect(data.sessions).toHaveLength(2);
      expect(data.sessions.filter(({ current }) => current)).toHaveLength(1);
      expect(data.sessions[0]).toMatchObject({ user_agent: 'test', ip: '127.0.0.1' });
      expect(JSON.stringify(data)).not.toMatch(/hash|token/i);
    });

    test('end one by one, at once on every node; other users cannot end them', async () => {
      const [member, stranger] = [await createMember(testApp), await createMember(testApp)];
      const otherSession = await startMemberSession(testApp, member.id);
      const { data } = await testApp.call<Listed>('GET', '/users/sessions', { as: member });
      const other = data.sessions.find(({ current }) => !current)?.id ?? '';
      const remove = (as: Member) => testApp.call('DELETE', `/users/sessions/${other}`, { as });
      expect((await remove(stranger)).status).toBe(404);
      expect(await isOpen(otherSession)).toBe(true);
      expect((await remove(member)).status).toBe(200);
      expect([await isOpen(otherSession), await isOpen(member)]).toEqual([false, true]);
      expect((await remove(member)).status).toBe(404);
    });
  });
});
