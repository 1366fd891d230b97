import { expect, onTestFinished, test, vi } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { readOutbox } from '../support/mailbox.ts';
import { createMember } from '../support/members.ts';

forEachApp((testApp, engine) => {
  const mailsTo = async (email: string) =>
    (await readOutbox(testApp.dataDir)).filter((mail) => mail.to?.[0]?.address === email);

  test.each([
    ['/users/password-reset-request', true],
    ['/users/resend-verification', false],
  ])('what %s does for a known address delays no later answer', async (path, verified) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { email } = await createMember(testApp, { verified });
    const before = (await mailsTo(email)).length;
    expect((await testApp.call('POST', path, { body: { email } })).status).toBe(200);
    const links = () => engine.db.selectFrom('mail_tokens').selectAll().orderBy('hash').execute();
    const linksBefore = await links();
    for (let turn = 0; turn < 50; turn += 1) {
      expect((await testApp.call('GET', '/nothing')).status).toBe(404);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await links()).toEqual(linksBefore);
    expect(await mailsTo(email)).toHaveLength(before);
    // A stopping process first completes deferred work.
    await testApp.app.settle();
    expect(await mailsTo(email)).toHaveLength(before + 1);
    expect((await links()).length).toBe(linksBefore.length + 1);
  });

  test('the moment of a mail is random within four seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const moments = new Set<number>();
    for (let turn = 0; turn < 20; turn += 1) {
      let isDone = false;
      testApp.app.deferAtRandom(async () => {
        isDone = true;
      });
      let moment = 0;
      for (; !isDone; moment += 1) {
        expect(moment).toBeLessThanOrEqual(4000);
        vi.advanceTimersByTime(1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      moments.add(Math.floor(moment / 100));
    }
    expect(moments.size).toBeGreaterThan(5);
  });
});
