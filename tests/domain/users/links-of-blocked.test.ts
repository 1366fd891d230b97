import { expect, test } from 'vitest';
import { manageUser } from '../../../src/domain/admin/acts/manage.ts';
import type { Act, ManageInput } from '../../../src/domain/admin/acts/schema.ts';
import { requestEmailChange } from '../../../src/domain/users/emails/change.ts';
import { forAppOnSqlite } from '../../support/app.ts';
import { readOutbox } from '../../support/mailbox.ts';
import { contextOf, createMember, type Member, newEmail, PASSWORD } from '../../support/members.ts';

const input = (action: Act): ManageInput => ({
  action,
  reason: undefined,
  expiresHours: undefined,
  role: undefined,
});

forAppOnSqlite((testApp) => {
  const mailsTo = async (email: string) =>
    (await readOutbox(testApp.dataDir)).filter((mail) => mail.to?.[0]?.address === email);
  const tokenTo = async (email: string) => {
    await testApp.app.settle();
    const texts = (await mailsTo(email)).map(({ text = '' }) => text);
    return texts.map((text) => /\/[a-z]+-[a-z]+\/([\w-]{64})/.exec(text)?.[1]).find(Boolean) ?? '';
  };
  const call = async (path: string, body: unknown) => {
    const { status, error } = await testApp.call('POST', `/users/${path}`, { body });
    return error?.code ?? status;
  };
  const superAdmin = async () => contextOf(testApp, await createMember(testApp, { role: 'super_admin' }));

  const KINDS: [string, (member: Member) => Promise<() => Promise<string | number>>][] = [
    [
      'resets the password',
      async ({ email }) => {
        await call('password-reset-request', { email });
        const token = await tokenTo(email);
        return () => call('password-reset', { token, newPassword: `${PASSWORD}-2` });
      },
    ],
    [
      'changes the address',
      async (member) => {
        const email = newEmail();
        await requestEmailChange(await contextOf(testApp, member), { email, password: PASSWORD });
        const token = await tokenTo(email);
        return () => call('confirm-email', { token });
      },
    ],
    [
      'restores the address',
      async (member) => {
        const email = newEmail();
        await requestEmailChange(await contextOf(testApp, member), { email, password: PASSWORD });
        expect(await call('confirm-email', { token: await tokenTo(email) })).toBe(200);
        const token = await tokenTo(member.email);
        return () => call('undo-email-change', { token });
      },
    ],
  ];

  test.each(KINDS)(
    'a link that %s does nothing for a blocked person, and works after the block',
    async (_, kind) => {
      const [admin, member] = [await superAdmin(), await createMember(testApp)];
      const follow = await kind(member);
      await manageUser(admin, member.id, input('block'));
      expect(await follow()).toBe('USER_BLOCKED');
      await manageUser(admin, member.id, input('unblock'));
      expect(await follow()).toBe(200);
    },
  );

  test.each(KINDS)('a link that %s is void once the account is deleted', async (_, kind) => {
    const [admin, member] = [await superAdmin(), await createMember(testApp)];
    const follow = await kind(member);
    await manageUser(admin, member.id, input('delete'));
    expect(await follow()).toBe('TOKEN_INVALID');
    await manageUser(admin, member.id, input('restore'));
    expect(await follow()).toBe('TOKEN_INVALID');
  });

  test('a blocked or deleted person is mailed no link, and an administrator is told so', async () => {
    const admin = await superAdmin();
    for (const act of ['block', 'delete'] as const) {
      const member = await createMember(testApp);
      await manageUser(admin, member.id, input(act));
      expect(await call('password-reset-request', { email: member.email })).toBe(200);
      await testApp.app.settle();
      expect(await mailsTo(member.email)).toEqual([]);
      await expect(manageUser(admin, member.id, input('send_password_link'))).rejects.toMatchObject({
        code: 'TARGET_BLOCKED',
        status: 409,
      });
      const newcomer = await createMember(testApp, { verified: false });
      await manageUser(admin, newcomer.id, input(act));
      expect(await call('resend-verification', { email: newcomer.email })).toBe(200);
      await testApp.app.settle();
      expect(await mailsTo(newcomer.email)).toEqual([]);
    }
  });
});
