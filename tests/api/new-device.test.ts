import { expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { readOutbox } from '../support/mailbox.ts';
import { createMember, type Member } from '../support/members.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER_FIREFOX = FIREFOX.replaceAll('140.0', '141.0');
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Safari/604';

interface Device {
  agent: string;
  from: string;
  cookie?: string;
}

const HOME: Device = { agent: FIREFOX, from: '192.0.2.7' };

forAppOnSqlite((testApp, engine) => {
  async function signInFrom({ email, password }: Member, { agent, from, cookie = '' }: Device) {
    const reply = await testApp.call('POST', '/users/login', {
      body: { email, password },
      from,
      headers: { 'user-agent': agent, ...(cookie && { cookie, origin: testApp.app.config.PUBLIC_URL }) },
    });
    expect(reply.status).toBe(200);
    await testApp.app.settle();
    return reply;
  }

  async function mailsTo({ email }: Member) {
    return (await readOutbox(testApp.dataDir)).filter((mail) => mail.to?.[0]?.address === email);
  }

  test('the first sign-in is not reported, one from another device is, once', async () => {
    const member = await createMember(testApp);
    await signInFrom(member, HOME);
    expect(await mailsTo(member)).toEqual([]);
    const phone = { agent: SAFARI, from: '198.51.100.9' };
    await signInFrom(member, phone);
    await signInFrom(member, phone);
    const [mail, ...more] = await mailsTo(member);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('New sign-in to your account at Pruta');
    expect(mail?.text).toContain('Device: Safari, iOS. IP address: 198.51.100.9.');
  });

  test('the mail has the time in the person’s format and language', async () => {
    const preferences = { timezone: 'Asia/Tokyo', date_format: 'DD.MM.YYYY', time_format: '24h' };
    const member = await createMember(testApp, { preferences, locale: 'he' });
    await signInFrom(member, HOME);
    await signInFrom(member, { agent: 'unheard/1', from: '198.51.100.10' });
    const [mail] = await mailsTo(member);
    expect(mail?.text).toContain('15.06.2026, 18:00 (Asia/Tokyo)');
    expect(mail?.text).toContain('מכשיר לא מוכר');
    expect(mail?.html).toContain('dir="rtl"');
  });

  test('the same program in the same network is recognised without a cookie, also after an update', async () => {
    const member = await createMember(testApp);
    await signInFrom(member, HOME);
    await signInFrom(member, { ...HOME, agent: NEWER_FIREFOX });
    expect(await mailsTo(member)).toEqual([]);
    await signInFrom(member, { ...HOME, from: '203.0.113.80' });
    expect(await mailsTo(member)).toHaveLength(1);
  });

  test('a browser is recognised by its cookie in any network, and only by the account that it signed in to', async () => {
    const [member, other] = [await createMember(testApp), await createMember(testApp)];
    const cookie = `pruta_device=${'a'.repeat(22)}`;
    const { headers } = await signInFrom(member, { ...HOME, cookie });
    expect(headers.getSetCookie().find((line) => line.startsWith(cookie))).toMatch(
      /; HttpOnly; .*SameSite=Lax/,
    );
    await signInFrom(member, { agent: SAFARI, from: '203.0.113.81', cookie });
    expect(await mailsTo(member)).toEqual([]);
    await signInFrom(other, HOME);
    await signInFrom(other, { agent: SAFARI, from: '203.0.113.82', cookie });
    expect(await mailsTo(other)).toHaveLength(1);
  });

  test('a program that sends no cookie is not sent one', async () => {
    const { headers } = await signInFrom(await createMember(testApp), HOME);
    expect(headers.getSetCookie().join()).not.toContain('pruta_device');
  });

  test('neither the cookie nor the network is stored in the database', async () => {
    const member = await createMember(testApp);
    await signInFrom(member, { ...HOME, cookie: `pruta_device=${'b'.repeat(22)}` });
    const rows = await rowsOf(engine, 'known_devices', member);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/bbbb|192\.0\.2|Firefox/);
  });
});
