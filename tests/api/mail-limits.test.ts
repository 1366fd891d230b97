import { expect, test } from 'vitest';
import { invite } from '../../src/domain/invitations/invitations.ts';
import { forAppOnSqlite } from '../support/app.ts';
import { contextOf, createMember } from '../support/members.ts';

forAppOnSqlite({ environment: { RATE_LIMIT_SCALE: '1' } }, (testApp) => {
  test.each(['send_password_link', 'resend_verification'])(
    'an administrator mails five links an hour to an account by %s, however many admins there are',
    async (action) => {
      const member = await createMember(testApp, { verified: false });
      const statuses: number[] = [];
      for (let turn = 0; turn < 7; turn += 1) {
        const as = await createMember(testApp, { role: 'admin' });
        const reply = await testApp.call('POST', `/admin/users/${member.id}/manage`, {
          as,
          body: { action },
        });
        statuses.push(reply.status);
        if (reply.status === 429) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
      await testApp.app.settle();
    },
  );

  test('invitations are limited too', async () => {
    const context = await contextOf(testApp, await createMember(testApp, { role: 'super_admin' }));
    for (let turn = 0; turn < 100; turn += 1) await invite(context, { uses: 1, days: 1 });
    await expect(invite(context, { uses: 1, days: 1 })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});
