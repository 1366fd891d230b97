import { afterAll, expect, test } from 'vitest';
import { sendReminders } from '../../src/jobs/send-reminders.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { readOutbox } from '../support/mailbox.ts';
import { createMember, type Member, PASSWORD } from '../support/members.ts';
import { startPushService } from '../support/push-service.ts';
import { makeTemplate } from '../support/templates.ts';

interface Push {
  public_key: string;
  devices: { id: string; name: string; current: boolean }[];
}

const service = await startPushService();
afterAll(() => service.close());

forEachApp((_, engine) => {
  const testApp = createTestApp(engine, { environment: { PUSH_SERVICES: `example.org,${service.origin}` } });

  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const ask = (as: Member, method: string, path: string, body?: object) =>
    testApp.call<Push>(method, `/users${path}`, { as, body, headers });

  async function subscribed(member: Member) {
    const browser = service.subscribe();
    const { endpoint, keys } = browser;
    const reply = await ask(member, 'POST', '/push', { endpoint, keys, expirationTime: null });
    expect(reply.status, reply.text).toBe(201);
    return browser;
  }

  /** The same person in another browser, or by a program, which has no cookies. */
  async function inAnother(member: Member, cookie = ''): Promise<Member> {
    await testApp.app.settle();
    const reply = await testApp.call<{ accessToken: string }>('POST', '/users/login', {
      body: { email: member.email, password: PASSWORD },
      headers: { ...headers, ...(cookie && { cookie }) },
    });
    return { ...member, accessToken: reply.data.accessToken };
  }

  const mailsTo = async ({ email }: Member) =>
    (await readOutbox(testApp.dataDir)).filter(({ to }) => to?.some(({ address }) => address === email))
      .length;

  /** Whoever is reminded at noon of a bill in three days. */
  async function reminded(fields: object = {}) {
    testApp.setClock('2026-06-15T12:00:00Z');
    const member = await createMember(testApp, { locale: 'he' });
    const bill = { description: 'Rent', amount: 4000, start_date: '2026-06-17', interval_type: 'yearly' };
    await makeTemplate(testApp, member, bill);
    expect((await ask(member, 'PUT', '/reminders', { bill: true, ...fields })).status).toBe(200);
    return member;
  }

  test('a browser shows reminders, beside the mail or instead of it', async () => {
    const both = await reminded();
    const alone = await reminded({ by_mail: false });
    const none = await reminded({ by_mail: false });
    const [first, second] = [await subscribed(both), await subscribed(alone)];
    await sendReminders(testApp.app);
    expect(service.problems).toEqual([]);
    expect(first.messages).toEqual([
      {
        title: expect.stringContaining('Pruta'),
        body: expect.stringMatching(/^Rent: .*4,000.* ב/),
        path: expect.stringMatching(/^\//),
        locale: 'he',
      },
    ]);
    expect(second.messages).toHaveLength(1);
    // Whoever has no browser that shows them gets them by mail all the same.
    expect([await mailsTo(both), await mailsTo(alone), await mailsTo(none)]).toEqual([1, 0, 1]);
    await sendReminders(testApp.app);
    expect([first.messages.length, second.messages.length]).toEqual([1, 1]);
  });

  test('twenty browsers show them at most, also when more are added at the same time', async () => {
    const member = await createMember(testApp);
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => {
        const { endpoint, keys } = service.subscribe();
        return ask(member, 'POST', '/push', { endpoint, keys });
      }),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(await rowsOf(engine, 'push_subscriptions', member)).toHaveLength(20);
  });

  test('a service that is away gets them later, and a browser that is gone is forgotten', async () => {
    const member = await reminded({ by_mail: false });
    const [stays, gone] = [await subscribed(member), await subscribed(member)];
    service.end(gone);
    service.refusals.push(503, 503);
    await sendReminders(testApp.app);
    expect(stays.messages).toEqual([]);
    testApp.advance(5 * 60);
    await sendReminders(testApp.app);
    expect([stays.messages.length, gone.messages.length]).toEqual([1, 0]);
    expect(await rowsOf(engine, 'push_subscriptions', member)).toHaveLength(1);
    expect(await rowsOf(engine, 'reminder_mails', member)).toEqual([]);
  });

  test('browsers are listed, taken away, and end with what signs them out', async () => {
    const member = await createMember(testApp);
    const browser = await subscribed(member);
    const other = await inAnother(member, `pruta_device=${'b'.repeat(22)}`);
    await subscribed(other);
    const again = await ask(member, 'POST', '/push', { endpoint: browser.endpoint, keys: browser.keys });
    const { devices } = again.data;
    expect(devices.map(({ name }) => name)).toEqual(['Firefox, Linux', 'Firefox, Linux']);
    expect(devices.map(({ current }) => current).sort()).toEqual([false, true]);
    for (const [field, wrong] of [
      ['endpoint', { endpoint: 'https://user:pw@example.org/x', keys: browser.keys }],
      ['keys.p256dh', { endpoint: browser.endpoint, keys: { ...browser.keys, p256dh: 'B'.repeat(87) } }],
    ] as const) {
      const { status, error } = await ask(member, 'POST', '/push', wrong);
      expect([status, error.details]).toEqual([400, [expect.objectContaining({ field })]]);
    }
    const stranger = await createMember(testApp);
    const id = devices.find(({ current }) => current)?.id;
    expect((await ask(stranger, 'DELETE', `/push/${id}`)).status).toBe(404);
    expect((await ask(member, 'DELETE', `/push/${id}`)).status).toBe(200);
    expect((await ask(member, 'DELETE', `/push/${id}`)).status).toBe(404);

    await subscribed(member);
    const change = { currentPassword: PASSWORD, newPassword: 'Other-Horse-10' };
    await testApp.app.settle();
    expect((await ask(member, 'POST', '/change-password', change)).status).toBe(200);
    const left = await rowsOf(engine, 'push_subscriptions', member);
    expect(left).toHaveLength(1);
    expect((await ask(member, 'GET', '/push')).data.devices.map(({ current }) => current)).toEqual([true]);
    expect((await ask(member, 'POST', '/logout', {})).status).toBe(200);
    expect(await rowsOf(engine, 'push_subscriptions', member)).toEqual([]);
  });

  test('a browser or program that is signed out from afar shows no more', async () => {
    const member = await createMember(testApp);
    await subscribed(member);
    for (const cookie of ['', `pruta_device=${'c'.repeat(22)}`]) {
      await subscribed(await inAnother(member, cookie));
      const { text } = await ask(member, 'GET', '/sessions');
      const { sessions } = JSON.parse(text).data as { sessions: { id: string; current: boolean }[] };
      const away = sessions.find(({ current }) => !current);
      expect((await ask(member, 'DELETE', `/sessions/${away?.id}`)).status).toBe(200);
      const { devices } = (await ask(member, 'GET', '/push')).data;
      expect(devices.map(({ current }) => current)).toEqual([true]);
    }
  });

  test('whoever signs in next in a browser ends what it showed before', async () => {
    const first = await createMember(testApp);
    const second = await createMember(testApp);
    const cookie = `pruta_device=${'d'.repeat(22)}`;
    const shared = await subscribed(await inAnother(first, cookie));
    await subscribed(first);
    // The first person's session there ends by itself, without a word.
    const next = await inAnother(second, cookie);
    expect((await ask(first, 'GET', '/push')).data.devices).toHaveLength(1);
    // The same address of a push service is the same browser, whatever its cookies say.
    const { endpoint, keys } = shared;
    const others = await inAnother(first);
    for (const as of [others, next])
      expect((await ask(as, 'POST', '/push', { endpoint, keys })).status).toBe(201);
    expect((await ask(first, 'GET', '/push')).data.devices).toHaveLength(1);
    expect((await ask(second, 'GET', '/push')).data.devices).toHaveLength(1);
  });

  test('an address that is of no push service is refused', async () => {
    const member = await createMember(testApp);
    const { keys } = service.subscribe();
    const refused = async (endpoint: string, sent: object = keys) => {
      const { status, error } = await ask(member, 'POST', '/push', { endpoint, keys: sent });
      return [status, (error?.details as { field: string }[] | undefined)?.[0]?.field];
    };
    for (const endpoint of [
      'http://127.0.0.1:1/x',
      'http://example.org/x',
      'https://example.org:8443/x',
      'https://notexample.org/x',
      'https://example.org.evil.test/x',
      'not an address',
    ])
      expect([endpoint, ...(await refused(endpoint))]).toEqual([endpoint, 400, 'endpoint']);
    expect(await refused('https://push.example.org/x', { p256dh: 'short', auth: keys.auth })).toEqual([
      400,
      'keys.p256dh',
    ]);
  });
});
