import { describe, expect, test } from 'vitest';
import { newId } from '../../src/domain/id.ts';
import { createTestApp, forEachApp, type TestApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { readOutbox, tokenIn } from '../support/mailbox.ts';
import {
  createMember,
  type Member,
  newEmail,
  PASSWORD,
  signIn,
  startMemberSession,
} from '../support/members.ts';

const DAY = 86_400;

forEachApp((testApp, engine) => {
  const { once } = engine;
  const otherNode = createTestApp(engine);
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });

  const ask = (as: Member, body: Record<string, unknown>, node: TestApp = testApp) =>
    node.call('POST', '/users/change-email', { as, body: { password: PASSWORD, ...body } });
  const confirm = (token: string, as?: { accessToken: string }, node: TestApp = testApp) =>
    node.call('POST', '/users/confirm-email', { as, body: { token } });
  const undo = (token: string) => testApp.call('POST', '/users/undo-email-change', { body: { token } });

  async function mailsTo(email: string) {
    await testApp.app.settle();
    return (await readOutbox(testApp.dataDir)).filter((mail) => mail.to?.[0]?.address === email);
  }

  // Two mails in progress may arrive in either order.
  async function newestLink(email: string, path: Parameters<typeof tokenIn>[1]): Promise<string> {
    const mails = await mailsTo(email);
    return tokenIn(mails.findLast(({ text }) => text?.includes(`/${path}/`)) ?? expect.fail(path), path);
  }

  // A link is valid until the next one, so an earlier request must not be written after this one.
  async function linkTo(as: Member, email: string): Promise<string> {
    await testApp.app.settle();
    expect((await ask(as, { email })).status).toBe(200);
    return newestLink(email, 'change-email');
  }

  async function addressOf(as: { accessToken: string }): Promise<string | undefined> {
    const { data } = await otherNode.call<{ user: { email: string } }>('GET', '/users/profile', { as });
    return data?.user.email;
  }

  describe('another address', () => {
    once(
      'becomes the account’s once its link is confirmed; other sessions end and the old address is notified',
      async () => {
        const member = await createMember(testApp);
        const otherSession = await startMemberSession(testApp, member.id);
        const email = newEmail();
        const token = await linkTo(member, email);
        expect(await addressOf(member)).toBe(member.email);
        expect((await confirm(token, member)).status).toBe(200);
        expect([await addressOf(member), await addressOf(otherSession)]).toEqual([email, undefined]);
        expect((await signIn(testApp, { email, password: PASSWORD })).status).toBe(200);
        expect((await signIn(testApp, member)).error.code).toBe('INVALID_CREDENTIALS');
        const [notice] = await mailsTo(member.email);
        expect(notice?.subject).toBe('Your email address at Pruta was changed');
        expect(notice?.text).not.toContain(email);
      },
    );

    once('ends sign-ins that wait for their code', async () => {
      const member = await createMember(testApp);
      const token = await linkTo(member, newEmail());
      const challenge = {
        ...{ user_id: member.id, id: newId(testApp.app.clock()), hash: 'x', attempts: 0, remember: 0 },
        expires_at: '2999',
      };
      await engine.db.insertInto('challenges').values(challenge).execute();
      expect((await confirm(token)).status).toBe(200);
      expect(await rowsOf(engine, 'challenges', member)).toEqual([]);
    });

    once('can be confirmed on a device that is not signed in, and then every session ends', async () => {
      const member = await createMember(testApp);
      const stranger = await createMember(testApp);
      const email = newEmail();
      expect((await confirm(await linkTo(member, email), stranger)).status).toBe(200);
      expect([await addressOf(member), await addressOf(stranger)]).toEqual([undefined, stranger.email]);
    });

    once('is normalised like that of a registration', async () => {
      const member = await createMember(testApp);
      const email = newEmail();
      await ask(member, { email: `  ${email.toUpperCase().replace('MEMBER', 'ＭＥＭＢＥＲ')} ` });
      await confirm(await newestLink(email, 'change-email'), member);
      expect(await addressOf(member)).toBe(email);
    });

    once('needs the password, with the limit on guesses', async () => {
      const member = await createMember(strict);
      const statuses: number[] = [];
      for (let turn = 0; turn < 11; turn += 1) {
        const reply = await ask(member, { email: newEmail(), password: 'not it' }, strict);
        statuses.push(reply.status);
        if (turn === 0) {
          const message = 'Current password is incorrect';
          expect(reply.error.code).toBe('CURRENT_PASSWORD_WRONG');
          expect(reply.error.details).toEqual([{ field: 'password', message }]);
        }
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429]);
    });

    once.each([
      ['', 'Email is required'],
      ['noa', 'Enter an email address, such as name@example.com'],
      ['a@example.org\r\nBcc: b@example.org', 'Enter an email address, such as name@example.com'],
    ])('cannot be %j', async (email, message) => {
      const { status, error } = await ask(await createMember(testApp), { email });
      expect([status, error.details]).toEqual([400, [{ field: 'email', message }]]);
    });

    once('cannot be the current one', async () => {
      const member = await createMember(testApp);
      const { status, error } = await ask(member, { email: member.email.toUpperCase() });
      const message = 'This is your address already';
      expect([status, error.details]).toEqual([400, [{ field: 'email', message }]]);
    });

    once('of another account is answered like any other, and refused only by its link', async () => {
      const [member, other] = [await createMember(testApp), await createMember(testApp)];
      const answers = [await ask(member, { email: other.email }), await ask(member, { email: newEmail() })];
      expect(answers.map(({ status, text }) => [status, text])).toEqual(
        Array(2).fill([200, '{"success":true,"data":{}}']),
      );
      const token = await linkTo(member, other.email);
      const { status, error } = await confirm(token, member);
      expect([status, error.code]).toEqual([409, 'EMAIL_EXISTS']);
      expect([await addressOf(member), await addressOf(other)]).toEqual([member.email, other.email]);
    });

    test('goes to one of two accounts that confirm it at the same time', async () => {
      const members = [await createMember(testApp), await createMember(testApp)] as const;
      const email = newEmail();
      const tokens = [await linkTo(members[0], email), await linkTo(members[1], email)] as const;
      const replies = await Promise.all([
        confirm(tokens[0], members[0]),
        confirm(tokens[1], members[1], otherNode),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    once('is refused for an account without a password', async () => {
      const member = await createMember(testApp);
      await engine.db.updateTable('users').set({ password_hash: null }).where('id', '=', member.id).execute();
      const { status, error } = await ask(member, { email: newEmail() });
      expect([status, error.code]).toEqual([409, 'PASSWORD_REQUIRED']);
    });

    once('can be requested five times an hour', async () => {
      const member = await createMember(strict);
      const statuses: number[] = [];
      for (let turn = 0; turn < 6; turn += 1)
        statuses.push((await ask(member, { email: newEmail() }, strict)).status);
      expect(statuses).toEqual([...Array(5).fill(200), 429]);
    });
  });

  describe('a link', () => {
    test('can be used once, also by two concurrent requests', async () => {
      const member = await createMember(testApp);
      const token = await linkTo(member, newEmail());
      const replies = await Promise.all([confirm(token, member), confirm(token, member, otherNode)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect((await confirm(token, member)).error.code).toBe('TOKEN_INVALID');
    });

    once('expires after 24 hours, and is invalidated by a newer one or a new password', async () => {
      const member = await createMember(testApp);
      const late = await linkTo(member, newEmail());
      testApp.advance(DAY + 1);
      expect((await confirm(late)).error.code).toBe('TOKEN_INVALID');
      testApp.advance(-DAY - 1);
      const older = await linkTo(member, newEmail());
      await linkTo(member, newEmail());
      expect((await confirm(older)).error.code).toBe('TOKEN_INVALID');
      const newest = await linkTo(member, newEmail());
      await testApp.call('POST', '/users/password-reset-request', { body: { email: member.email } });
      const token = await newestLink(member.email, 'reset-password');
      const reset = { token, newPassword: 'Neues-Pferd-10' };
      expect((await testApp.call('POST', '/users/password-reset', { body: reset })).status).toBe(200);
      expect((await confirm(newest)).error.code).toBe('TOKEN_INVALID');
    });

    test('is refused in place of another kind, and is stored only as its hash', async () => {
      const member = await createMember(testApp);
      const token = await linkTo(member, newEmail());
      const asReset = { token, newPassword: 'Neues-Pferd-10' };
      const replies = [
        await testApp.call('POST', '/users/verify-email', { body: { token } }),
        await testApp.call('POST', '/users/password-reset', { body: asReset }),
        await undo(token),
        await confirm('x'.repeat(64)),
      ];
      for (const { status, error } of replies) expect([status, error.code]).toEqual([400, 'TOKEN_INVALID']);
      const rows = await engine.db.selectFrom('mail_tokens').select('hash').execute();
      expect(rows.map(({ hash }) => hash)).not.toContain(token);
    });
  });

  describe('the old address', () => {
    async function changed(member: Member) {
      const email = newEmail();
      expect((await confirm(await linkTo(member, email), member)).status).toBe(200);
      return { email, back: await newestLink(member.email, 'restore-email') };
    }

    once(
      'is restored by the link in its mail: all sessions end, and only a mailed link sets a password',
      async () => {
        const member = await createMember(testApp);
        const { email, back } = await changed(member);
        expect((await undo(back)).status).toBe(200);
        expect(await addressOf(member)).toBeUndefined();
        for (const address of [email, member.email]) {
          const { error } = await signIn(testApp, { email: address, password: PASSWORD });
          expect(error.code).toBe('INVALID_CREDENTIALS');
        }
        const token = await newestLink(member.email, 'reset-password');
        const body = { token, newPassword: 'Neues-Pferd-10' };
        expect((await testApp.call('POST', '/users/password-reset', { body })).status).toBe(200);
        expect((await signIn(testApp, { ...member, password: body.newPassword })).status).toBe(200);
        expect((await undo(back)).error.code).toBe('TOKEN_INVALID');
      },
    );

    test('ends the access of programs when it is restored', async () => {
      const member = await createMember(testApp);
      const { data } = await testApp.call<{ secret: string }>('POST', '/users/tokens', {
        as: member,
        body: { name: 'Bank', scope: 'write', password: PASSWORD },
      });
      const read = () => otherNode.call('GET', '/transactions', { as: { accessToken: data.secret } });
      const { back } = await changed(member);
      expect((await read()).status).toBe(200);
      expect((await undo(back)).status).toBe(200);
      expect((await read()).status).toBe(401);
    });

    once(
      'can be restored even if a thief changes it again, sets a new password or undoes the second change',
      async () => {
        const member = await createMember(testApp);
        const { email, back } = await changed(member);
        const { back: thiefsBack } = await changed({ ...member, email });
        await testApp.call('POST', '/users/change-password', {
          as: member,
          body: { currentPassword: PASSWORD, newPassword: 'Neues-Pferd-10' },
        });
        expect((await undo(thiefsBack)).status).toBe(200);
        await testApp.app.settle();
        const token = await newestLink(email, 'reset-password');
        await testApp.call('POST', '/users/password-reset', {
          body: { token, newPassword: 'Diebes-Pferd-11' },
        });
        expect((await undo(back)).status).toBe(200);
        const { status } = await testApp.call('POST', '/users/login', {
          body: { email: member.email, password: 'Diebes-Pferd-11' },
        });
        expect(status).toBe(401);
      },
    );

    once('cannot be restored after a week', async () => {
      const member = await createMember(testApp);
      const { back } = await changed(member);
      testApp.advance(7 * DAY + 1);
      expect((await undo(back)).error.code).toBe('TOKEN_INVALID');
      testApp.advance(-7 * DAY - 1);
    });
  });
});
