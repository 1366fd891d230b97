import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { hashToken } from '../../src/domain/sessions/tokens.ts';
import { createTestApp, forEachApp, type TestApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { readOutbox, tokenIn } from '../support/mailbox.ts';
import { createMember, keepSignedIn, type Member, newEmail, PASSWORD, signIn } from '../support/members.ts';
import { drawn, formWith } from '../support/pictures.ts';

interface Started {
  secret: string;
  otpauth_url: string;
}

interface SignedIn {
  accessToken?: string;
  refreshToken?: string;
  twoFactorRequired?: boolean;
  challenge?: string;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const otherNode = createTestApp(engine);
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '1' } });

  const post = <Data = Record<string, unknown>>(path: string, body: object, as?: Member, node = testApp) =>
    node.call<Data>('POST', path, { as, body });

  const codeOf = (secret: string, steps = 0, node: TestApp = testApp) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: node.app.clock().getTime() + steps * 30_000,
    });

  const nextStep = () => testApp.advance(60);

  async function turnOn(member: Member) {
    const { data } = await post<Started>('/users/two-factor/start', { password: PASSWORD }, member);
    const confirmed = await post<{ recovery_codes: string[] }>(
      '/users/two-factor/confirm',
      { code: codeOf(data.secret) },
      member,
    );
    expect(confirmed.status).toBe(200);
    nextStep();
    return { ...data, codes: confirmed.data.recovery_codes };
  }

  async function challengeOf(member: Member, node = testApp): Promise<string> {
    const { status, data } = await post<SignedIn>('/users/login', member, undefined, node);
    expect([status, data.twoFactorRequired, data.accessToken]).toEqual([200, true, undefined]);
    return data.challenge ?? '';
  }

  const answer = (challenge: string, code: object, node = testApp) =>
    post<SignedIn>('/users/login/two-factor', { challenge, ...code }, undefined, node);

  test('is asked for only once its first code was confirmed', async () => {
    const member = await createMember(testApp);
    expect((await post('/users/two-factor/start', { password: 'wrong-1-password' }, member)).status).toBe(
      400,
    );
    const { data } = await post<Started>('/users/two-factor/start', { password: PASSWORD }, member);
    expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(data.otpauth_url).toMatch(/^otpauth:\/\/totp\/Pruta:.*secret=[A-Z2-7]{32}.*period=30/);
    expect((await signIn(testApp, member)).data.accessToken).toBeTruthy();
    const wrong = await post('/users/two-factor/confirm', { code: '000000' }, member);
    expect([wrong.status, wrong.error.code]).toEqual([400, 'CODE_INVALID']);
    expect((await post('/users/two-factor/confirm', { code: codeOf(data.secret) }, member)).status).toBe(200);
    await challengeOf(member);
    const again = await post('/users/two-factor/start', { password: PASSWORD }, member);
    expect([again.status, again.error.code]).toEqual([409, 'SECOND_FACTOR_ON']);
    await engine.db.deleteFrom('second_factors').where('user_id', '=', member.id).execute();
    const late = (await post<Started>('/users/two-factor/start', { password: PASSWORD }, member)).data;
    // A session that did not enter the password knows nothing of it, and it ends.
    const thief = { ...member, accessToken: (await signIn(testApp, member)).data.accessToken ?? '' };
    const confirm = async (as: Member) =>
      (await post('/users/two-factor/confirm', { code: codeOf(late.secret) }, as)).status;
    expect(await confirm(thief)).toBe(409);
    await keepSignedIn(engine, member);
    testApp.advance(15 * 60);
    expect(await confirm(member)).toBe(409);
    const stored = JSON.stringify([
      await rowsOf(engine, 'second_factors', member),
      await rowsOf(engine, 'challenges', member),
    ]);
    expect(stored).not.toContain(data.secret);
  });

  test('completes a sign-in on any node, with each code once, and one step before and after', async () => {
    const member = await createMember(testApp);
    const { secret } = await turnOn(member);
    const challenge = await challengeOf(member);
    const code = codeOf(secret);
    otherNode.setClock(testApp.app.clock().toISOString());
    const done = await answer(challenge, { code }, otherNode);
    expect(done.status).toBe(200);
    const profile = await testApp.call('GET', '/users/profile', { as: done.data as { accessToken: string } });
    expect(profile.status).toBe(200);
    expect((await answer(challenge, { code })).error.code).toBe('CODE_INVALID');
    const second = await challengeOf(member);
    expect((await answer(second, { code })).status).toBe(401);
    expect((await answer(second, { code: codeOf(secret, -1) })).status).toBe(401);
    expect((await answer(second, { code: codeOf(secret, 2) })).status).toBe(401);
    const ahead = codeOf(secret, 1);
    expect((await answer(second, { code: `${ahead.slice(0, 3)} ${ahead.slice(3)}` })).status).toBe(200);
  });

  once('names what is missing', async () => {
    const member = await createMember(testApp);
    const fieldsOf = async (path: string) => {
      const { status, error } = await post(path, {}, path.includes('login') ? undefined : member);
      return [status, error.code, (error.details as { field: string }[]).map(({ field }) => field)];
    };
    expect(await fieldsOf('/users/two-factor/start')).toEqual([400, 'VALIDATION_ERROR', ['password']]);
    expect(await fieldsOf('/users/two-factor/confirm')).toEqual([400, 'VALIDATION_ERROR', ['code']]);
    expect(await fieldsOf('/users/two-factor/disable')).toEqual([
      400,
      'VALIDATION_ERROR',
      ['password', 'code'],
    ]);
    const login = await fieldsOf('/users/login/two-factor');
    expect(login).toEqual([400, 'VALIDATION_ERROR', ['challenge', 'code']]);
  });

  test('a sign-in that was begun ends with another password', async () => {
    const member = await createMember(testApp);
    const { secret, codes } = await turnOn(member);
    const begun = await challengeOf(member);
    const change = { currentPassword: PASSWORD, newPassword: 'Other-Horse-10', code: codeOf(secret) };
    // The hash is renewed after a sign-in.
    await testApp.app.settle();
    expect((await post('/users/change-password', change, member)).status).toBe(200);
    expect((await answer(begun, { recoveryCode: codes[0] })).status).toBe(401);
    const again = await challengeOf({ ...member, password: 'Other-Horse-10' });
    await post('/users/password-reset-request', { email: member.email });
    await testApp.app.settle();
    const mails = (await readOutbox(testApp.dataDir)).filter(({ to }) => to?.[0]?.address === member.email);
    const mail = mails.findLast(({ text }) => text?.includes('/reset-password/'));
    const token = mail && tokenIn(mail, 'reset-password');
    expect((await post('/users/password-reset', { token, newPassword: 'Third-Horse-11' })).status).toBe(200);
    expect((await answer(again, { recoveryCode: codes[1] })).status).toBe(401);
  });

  test('takes a recovery code once', async () => {
    const member = await createMember(testApp);
    const { codes } = await turnOn(member);
    expect(new Set(codes).size).toBe(10);
    const [code = ''] = codes;
    expect((await answer(await challengeOf(member), { recoveryCode: code.toUpperCase() })).status).toBe(200);
    expect((await answer(await challengeOf(member), { recoveryCode: code })).status).toBe(401);
  });

  once.each([
    ['en', 'New recovery codes for your account at Pruta'],
    ['he', 'קודי שחזור חדשים לחשבון שלך ב־Pruta'],
  ] as const)('new recovery codes are told by a mail in %s, without them', async (locale, subject) => {
    const member = await createMember(testApp, { locale });
    const { secret, codes } = await turnOn(member);
    const { data } = await post<{ recovery_codes: string[] }>(
      '/users/two-factor/recovery-codes',
      { password: PASSWORD, code: codeOf(secret) },
      member,
    );
    const [code = ''] = data.recovery_codes;
    expect(codes).not.toContain(code);
    expect((await answer(await challengeOf(member), { code: codes[0] })).status).toBe(401);
    await testApp.app.settle();
    const mails = (await readOutbox(testApp.dataDir)).filter(
      (mail) => mail.to?.[0]?.address === member.email && mail.subject === subject,
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toContain(code);
  });

  test('leads to a long session where one was asked for, unless the instance forbids them', async () => {
    const member = await createMember(testApp);
    const endOf = async ({ data }: { data: SignedIn }) => {
      const token = { accessToken: data.accessToken ?? '' };
      const { text } = await testApp.call('GET', '/users/sessions', { as: token });
      const current = JSON.parse(text).data.sessions.find((session: { current: boolean }) => session.current);
      const rows = await rowsOf(engine, 'sessions', member);
      const row = rows.find(({ id }) => id === current.id);
      return (Date.parse(row?.expires_at ?? '') - testApp.app.clock().getTime()) / 86_400_000;
    };
    const login = (fields: object) => post<SignedIn>('/users/login', { ...member, ...fields });
    expect(await endOf(await login({}))).toBe(1);
    const long = await login({ rememberDevice: true });
    expect(await endOf(long)).toBe(30);
    const { secret } = await turnOn(member);
    const { challenge = '' } = (await login({ rememberDevice: true })).data;
    expect(await endOf(await answer(challenge, { code: codeOf(secret) }))).toBe(30);
    const owner = await createMember(testApp, { role: 'super_admin' });
    const body = { key: 'long_sessions_enabled', value: false };
    expect((await testApp.call('PUT', '/admin/settings', { as: owner, body })).status).toBe(200);
    const other = await createMember(testApp);
    const refused = await post<SignedIn>('/users/login', { ...other, rememberDevice: true });
    const [row] = (await rowsOf(engine, 'sessions', other))
      .filter(({ access_hash }) => access_hash)
      .slice(-1);
    expect(refused.status).toBe(200);
    // Those that were begun before last as long as a short one.
    const { refreshToken } = long.data;
    const next = await post<SignedIn>('/users/refresh-token', { refreshToken });
    expect(await endOf(next)).toBeLessThan(1);
    expect(Date.parse(row?.expires_at ?? '') - testApp.app.clock().getTime()).toBeLessThanOrEqual(86_400_000);
    await engine.db.deleteFrom('settings').execute();
    await testApp.app.site.reload();
  });

  once('a challenge ends after five minutes and after five attempts', async () => {
    const member = await createMember(testApp);
    const { secret } = await turnOn(member);
    const tried = await challengeOf(member);
    for (let turn = 0; turn < 5; turn += 1)
      expect((await answer(tried, { code: '000000' })).status).toBe(401);
    expect((await answer(tried, { code: codeOf(secret) })).status).toBe(401);
    const waiting = await challengeOf(member);
    testApp.advance(300);
    expect((await answer(waiting, { code: codeOf(secret) })).status).toBe(401);
    expect((await answer('x', { code: codeOf(secret) })).status).toBe(401);
    expect((await answer(await challengeOf(member), { code: codeOf(secret) })).status).toBe(200);
  });

  test('wrong codes are limited over all challenges', async () => {
    const member = await createMember(testApp);
    const { secret } = await turnOn(member);
    strict.setClock(testApp.app.clock().toISOString());
    const statuses: number[] = [];
    for (let turn = 0; turn < 12; turn += 1)
      statuses.push((await answer(await challengeOf(member, strict), { code: '000000' }, strict)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const right = { code: codeOf(secret, 0, strict) };
    expect((await answer(await challengeOf(member, strict), right, strict)).status).toBe(429);
    // Whoever guesses codes at the sign-in does not lock the owner out of a session, nor a device that is known.
    const disable = { password: PASSWORD, code: '000000' };
    const wrong = await post('/users/two-factor/disable', disable, member, strict);
    expect([wrong.status, wrong.error.code]).toEqual([400, 'CODE_INVALID']);
    const headers = { cookie: `pruta_device=${'k'.repeat(22)}` };
    const known = {
      user_id: member.id,
      hash: hashToken('k'.repeat(22)),
      seen_at: '2026-06-15T00:00:00Z',
    };
    await engine.db.insertInto('known_devices').values(known).execute();
    const challenge = await challengeOf(member, strict);
    const body = { challenge, ...right };
    expect((await strict.call('POST', '/users/login/two-factor', { body, headers })).status).toBe(200);
  });

  test.each([
    ['en', 'Wrong codes for your account at Pruta'],
    ['he', 'קודים שגויים לחשבון שלך ב־Pruta'],
  ] as const)(
    'five wrong codes after the password are told in %s by one mail a day',
    async (locale, subject) => {
      const member = await createMember(testApp, { locale });
      const { secret } = await turnOn(member);
      const mails = async () => {
        await testApp.app.settle();
        return (await readOutbox(testApp.dataDir)).filter(
          (mail) => mail.to?.[0]?.address === member.email && mail.subject === subject,
        );
      };
      const guess = async (count: number) => {
        // A sign-in may be answered five times: another one for each would hash the password as often.
        const challenges = [await challengeOf(member), await challengeOf(member)];
        const answered = Array.from({ length: count }, (_, turn) => challenges[turn % 2] ?? '');
        await Promise.all(answered.map((challenge) => answer(challenge, { code: '000000' })));
      };
      await guess(4);
      // The owner who comes in meanwhile does not hide it.
      expect((await answer(await challengeOf(member), { code: codeOf(secret) })).status).toBe(200);
      expect(await mails()).toEqual([]);
      await guess(4);
      const [mail, ...more] = await mails();
      expect(more).toEqual([]);
      expect(mail?.text).toContain('127.0.0.1');
      testApp.advance(20 * 3600);
      await guess(6);
      expect(await mails()).toHaveLength(1);
      testApp.advance(4 * 3600);
      await guess(6);
      expect(await mails()).toHaveLength(2);
    },
  );

  once('wrong codes within a session are limited, and told with those of the sign-in', async () => {
    const owner = await createMember(testApp, { role: 'super_admin' });
    await turnOn(owner);
    await keepSignedIn(engine, owner);
    testApp.advance(15 * 60);
    strict.setClock(testApp.app.clock().toISOString());
    const wrong = { password: PASSWORD, code: '000000' };
    const acts: [method: string, path: string, body: object][] = [
      ['POST', '/users/tokens', { name: 'Bank', scope: 'read', ...wrong }],
      [
        'POST',
        '/users/change-password',
        { currentPassword: PASSWORD, newPassword: 'Other-Horse-10', ...wrong },
      ],
      ['PUT', '/admin/settings', { key: 'site_name', value: 'Ours', ...wrong }],
    ];
    const told = async () => {
      await strict.app.settle();
      return (await readOutbox(strict.dataDir)).filter(
        ({ to, subject }) =>
          to?.[0]?.address === owner.email && subject === 'Wrong codes for your account at Pruta',
      );
    };
    for (const [method, path, body] of acts) {
      const { status, error } = await strict.call(method, path, { as: owner, body });
      expect([path, status, error?.code]).toEqual([path, 400, 'CODE_INVALID']);
    }
    await answer(await challengeOf(owner, strict), { code: '000000' }, strict);
    expect(await told()).toEqual([]);
    await answer(await challengeOf(owner, strict), { code: '000000' }, strict);
    expect(await told()).toHaveLength(1);
    const [, path, body] = acts[2] as (typeof acts)[number];
    const statuses: number[] = [];
    for (let turn = 0; turn < 9; turn += 1)
      statuses.push((await strict.call('PUT', path, { as: owner, body })).status);
    expect(statuses).toEqual([...Array(7).fill(400), 429, 429]);
    expect(await told()).toHaveLength(1);
  });

  test('is asked for beside the password, wherever that is', async () => {
    const member = await createMember(testApp);
    const { secret } = await turnOn(member);
    const [email, password] = [newEmail(), PASSWORD];
    const calls: [method: string, path: string, body: object][] = [
      ['POST', '/users/change-email', { email, password }],
      ['POST', '/users/tokens', { name: 'Bank', scope: 'read', password }],
      ['POST', '/users/change-password', { currentPassword: password, newPassword: 'Other-Horse-10' }],
      ['POST', '/users/two-factor/recovery-codes', { password }],
      ['POST', '/users/two-factor/disable', { password }],
      ['DELETE', '/users/account', { password }],
    ];
    for (const [method, path, body] of calls) {
      const without = await testApp.call(method, path, { as: member, body });
      expect([path, without.status, without.error?.code]).toEqual([path, 400, 'CODE_REQUIRED']);
      const wrong = await testApp.call(method, path, { as: member, body: { ...body, code: '000000' } });
      expect([path, wrong.status, wrong.error?.code]).toEqual([path, 400, 'CODE_INVALID']);
    }
    const disable = await post('/users/two-factor/disable', { password, code: codeOf(secret) }, member);
    expect(disable.status).toBe(200);
    expect((await signIn(testApp, member)).data.accessToken).toBeTruthy();
    expect(await rowsOf(engine, 'recovery_codes', member)).toEqual([]);
  });

  test('is asked for before acts of administrators, once in 15 minutes of a session', async () => {
    const owner = await createMember(testApp, { role: 'super_admin' });
    const { secret } = await turnOn(owner);
    const put = (code?: string) =>
      testApp.call('PUT', '/admin/settings', {
        as: owner,
        body: { key: 'site_name', value: 'Ours', code },
      });
    const fieldOf = (error: { details?: unknown }) => (error.details as { field: string }[])[0]?.field;
    // The code that turned it on counts.
    expect((await put()).status).toBe(200);
    testApp.advance(15 * 60);
    // The session goes on, as if its access token had been renewed.
    await engine.db.updateTable('sessions').set({ access_expires_at: '2999' }).execute();
    const without = await put();
    expect([without.status, without.error.code, fieldOf(without.error)]).toEqual([
      400,
      'CODE_REQUIRED',
      'code',
    ]);
    expect((await testApp.call('DELETE', '/admin/settings/site_name', { as: owner })).status).toBe(400);
    expect((await testApp.call('GET', '/admin/settings', { as: owner })).status).toBe(200);
    expect((await put('000000')).error.code).toBe('CODE_INVALID');
    expect((await put(codeOf(secret))).status).toBe(200);
    expect((await testApp.call('DELETE', '/admin/settings/site_name', { as: owner })).status).toBe(200);
    nextStep();
    // A code that was entered in another session does not count; that of its own sign-in does.
    const other = (await answer(await challengeOf(owner), { code: codeOf(secret) })).data;
    const session = { accessToken: other.accessToken ?? '' };
    const body = { key: 'site_name', value: 'Theirs' };
    expect((await testApp.call('PUT', '/admin/settings', { as: session, body })).status).toBe(200);
    await engine.db.deleteFrom('settings').execute();
    await testApp.app.site.reload();
  });

  test('an instance may require it of administrators', async () => {
    const owner = await createMember(testApp, { role: 'super_admin' });
    const admin = await createMember(testApp, { role: 'admin' });
    const person = await createMember(testApp);
    const body = { key: 'admin_two_step_required', value: true };
    const alone = await testApp.call('PUT', '/admin/settings', { as: owner, body });
    expect([alone.status, alone.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    await turnOn(owner);
    expect((await testApp.call('PUT', '/admin/settings', { as: owner, body })).status).toBe(200);
    const users = async (as: Member) => {
      const { status, error } = await testApp.call('GET', '/admin/users', { as });
      return [status, error?.code];
    };
    expect(await users(owner)).toEqual([200, undefined]);
    expect(await users(admin)).toEqual([403, 'SECOND_FACTOR_REQUIRED']);
    expect(await users(person)).toEqual([403, 'FORBIDDEN']);
    const form = formWith(await drawn().png().toBuffer());
    const uploaded = await testApp.call<{ avatar: string }>('POST', '/users/upload-profile-picture', {
      as: person,
      form,
    });
    const picture = async (as: Member) => {
      const headers = { authorization: `Bearer ${as.accessToken}` };
      return (await testApp.request(uploaded.data.avatar, { headers })).status;
    };
    expect([await picture(person), await picture(owner), await picture(admin)]).toEqual([200, 200, 404]);
    expect((await testApp.call('GET', '/transactions', { as: admin })).status).toBe(200);
    await turnOn(admin);
    expect(await users(admin)).toEqual([200, undefined]);
    await engine.db.deleteFrom('settings').execute();
    await testApp.app.site.reload();
  });
});
