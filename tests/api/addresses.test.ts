import { expect, test } from 'vitest';
import { findAccount } from '../../src/domain/users/host.ts';
import { createTestApp, forEachApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { createMember, newEmail, PASSWORD, signIn } from '../support/members.ts';

const NAMES = { firstName: 'Noa', lastName: 'Levi', password: 'Korrekt-Pferd-9', acceptedTerms: true };

/** The same address in other spellings of its domain. */
const formsOf = (email: string) => {
  const [name, domain = ''] = email.split('@');
  return [
    `${name}@${domain.replace('.', '。')}`,
    `${name}@${domain.replace('.', '．')}`,
    `${name}@${domain.replace('.', '｡')}`,
    `${name}@${domain.toUpperCase()}`,
    `${name}@${domain.replace('e', 'ｅ')}`,
    `${name}@${domain.replace('e', 'e\u00ad')}`,
    `${name}@${domain.replace('e', 'e\u200b')}`,
  ];
};

forEachApp((testApp, engine) => {
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });

  const post = (path: string, body: object, app = testApp) => app.call('POST', path, { body });
  const stored = async (id: string) =>
    (await engine.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email;

  test('one mailbox has one account, however its domain is written, and signs in by each form', async () => {
    const email = newEmail();
    const [first = '', ...others] = formsOf(email);
    expect((await post('/users/register', { ...NAMES, email: first })).status).toBe(201);
    for (const form of [first, ...others, email]) {
      const { status, error } = await post('/users/register', { ...NAMES, email: form });
      expect([status, error?.code], form).toEqual([409, 'EMAIL_EXISTS']);
      expect((await findAccount(engine.db, form)).email).toBe(email);
    }
    const member = await createMember(testApp);
    for (const form of formsOf(member.email))
      expect((await signIn(testApp, { email: form, password: PASSWORD })).status, form).toBe(200);
  });

  test('a domain of other letters is stored as the name service knows it', async () => {
    const name = newEmail().split('@')[0];
    const { status, text } = await post('/users/register', { ...NAMES, email: `${name}@Bücher.example` });
    expect(status, text).toBe(201);
    for (const domain of [
      'bücher.example',
      'bu\u0308cher。example',
      'xn--bcher-kva.example',
      'BÜCHER.EXAMPLE',
    ]) {
      const { error } = await post('/users/register', { ...NAMES, email: `${name}@${domain}` });
      expect(error?.code, domain).toBe('EMAIL_EXISTS');
      expect((await findAccount(engine.db, `${name}@${domain}`)).email).toBe(`${name}@xn--bcher-kva.example`);
    }
  });

  test.each(['a\u200db.test', 'ex ample.test', '。test', 'adv。。test', ''])(
    '%j is no domain',
    async (domain) => {
      const { status, error } = await post('/users/register', { ...NAMES, email: `user@${domain}` });
      expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  test('a change to the address of another account, or to one’s own, is found out in every form', async () => {
    const [member, other] = [await createMember(testApp), await createMember(testApp)];
    for (const email of formsOf(member.email)) {
      const own = await testApp.call('POST', '/users/change-email', {
        as: member,
        body: { email, password: PASSWORD },
      });
      expect(own.error?.details, email).toEqual([
        { field: 'email', message: 'This is your address already' },
      ]);
    }
    expect([await stored(member.id), await stored(other.id)]).toEqual([member.email, other.email]);
  });

  test('guesses at a password are counted together, however the address is written', async () => {
    const member = await createMember(strict);
    const statuses: number[] = [];
    for (const email of [...formsOf(member.email), ...formsOf(member.email)])
      statuses.push((await signIn(strict, { email, password: 'not it' })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual(Array(4).fill(429));
  });

  test('mails are asked for by every form, and the log is read by it', async () => {
    const member = await createMember(testApp, { verified: false });
    const admin = await createMember(testApp, { role: 'admin' });
    for (const email of formsOf(member.email).slice(0, 2)) {
      expect((await post('/users/password-reset-request', { email })).status).toBe(200);
      expect((await post('/users/resend-verification', { email })).status).toBe(200);
      await testApp.app.settle();
    }
    const purposes = await rowsOf(engine, 'mail_tokens', member);
    expect(new Set(purposes.map(({ purpose }) => purpose)).size).toBe(2);
    await testApp.call('POST', `/admin/users/${member.id}/manage`, {
      as: admin,
      body: { action: 'block', reason: 'x' },
    });
    for (const form of formsOf(member.email)) {
      const { data } = await testApp.call<{ activities: unknown[] }>(
        'GET',
        `/admin/activity?${new URLSearchParams({ userId: form })}`,
        { as: admin },
      );
      expect(data.activities.length, form).toBeGreaterThan(0);
    }
  });
});
