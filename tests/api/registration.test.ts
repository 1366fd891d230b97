import { describe, expect, test } from 'vitest';
import { createTestApp, forEachApp } from '../support/app.ts';
import { rowsOf } from '../support/databases.ts';
import { outboxMessageTo, readOutbox, tokenIn } from '../support/mailbox.ts';
import { createMember, newEmail, registration, signIn } from '../support/members.ts';

interface Registered {
  user: { id: string; role: string; email: string; email_verified: boolean };
  requiresVerification: boolean;
}

forEachApp((testApp, engine) => {
  const otherNode = createTestApp(engine);

  const register = (body: object, node = testApp, key?: string) =>
    node.call<Registered>('POST', '/users/register', {
      body,
      headers: key === undefined ? undefined : { 'idempotency-key': key },
    });
  const verify = (token: unknown) => testApp.call('POST', '/users/verify-email', { body: { token } });
  const linkTo = async (email: string) =>
    tokenIn(await outboxMessageTo(testApp.dataDir, email), 'verify-email');

  // First, while the instance has no owner.
  test('of five concurrent registrations on two nodes exactly one owns the instance', async () => {
    const typed = Array.from({ length: 5 }, () => registration());
    const replies = await Promise.all(
      typed.map((body, index) => register(body, index % 2 ? otherNode : testApp)),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const owners = replies.filter(({ data }) => data.user.role === 'super_admin');
    expect(owners).toHaveLength(1);
    expect(owners[0]?.data).toMatchObject({ requiresVerification: false, user: { email_verified: true } });
    const others = replies.filter(({ data }) => data.user.role === 'user');
    expect(others).toHaveLength(4);
    for (const { data } of others) {
      expect(data).toMatchObject({ requiresVerification: true, user: { email_verified: false } });
    }
    expect(
      (
        await signIn(testApp, {
          ...typed[0],
          email: owners[0]?.data.user.email ?? '',
          password: 'Korrekt-Pferd-9',
        })
      ).status,
    ).toBe(200);
    await Promise.all([testApp, otherNode].map(({ app }) => app.settle()));
    const mailed = [...(await readOutbox(testApp.dataDir)), ...(await readOutbox(otherNode.dataDir))];
    expect(mailed.map((mail) => mail.to?.[0]?.address).sort()).toEqual(
      others.map(({ data }) => data.user.email).sort(),
    );
  });

  test('a later account can sign in once the address is verified by the link in the mail', async () => {
    const typed = registration();
    expect((await register(typed)).data.requiresVerification).toBe(true);
    expect((await signIn(testApp, typed)).error.code).toBe('EMAIL_NOT_VERIFIED');
    const { status, data } = await verify(await linkTo(typed.email));
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ email: typed.email, email_verified: true });
    expect((await signIn(testApp, typed)).status).toBe(200);
  });

  test('a new account has the household’s categories', async () => {
    const typed = registration();
    const { data } = await register(typed);
    const rows = await rowsOf(engine, 'categories', data.user);
    expect(rows).toHaveLength(28);
  });

  test('the language of the browser decides the formats of a new account, until its person chooses others', async () => {
    const registerIn = (languages?: string) =>
      testApp.call<{ user: { preferences: object } }>('POST', '/users/register', {
        body: registration(),
        headers: languages === undefined ? undefined : { 'accept-language': languages },
      });
    const defaults = { date_format: 'MM/DD/YYYY', time_format: '12h', week_start: 'sunday' };
    expect((await registerIn()).data.user.preferences).toMatchObject(defaults);
    const british = { date_format: 'DD/MM/YYYY', time_format: '24h', week_start: 'monday' };
    expect((await registerIn('en-GB,en;q=0.9')).data.user).toMatchObject({
      language_preference: 'en',
      currency_preference: 'ILS',
      preferences: { ...british, thousand_separator: ',', symbol_position: 'before' },
    });
    const chosen = { date_format: 'YYYY-MM-DD', time_format: '12h' };
    const member = await createMember(testApp, { preferences: chosen });
    const { data } = await testApp.call<{ user: object }>('GET', '/users/profile', {
      as: member,
      headers: { 'accept-language': 'de-DE' },
    });
    expect(data.user).toMatchObject({ preferences: { ...defaults, ...chosen } });
  });

  test('of five concurrent registrations of one address one succeeds', async () => {
    const typed = registration();
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => register(typed, index % 2 ? otherNode : testApp)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array(4).fill(409)]);
    const rows = await engine.db.selectFrom('users').select('id').where('email', '=', typed.email).execute();
    expect(rows).toHaveLength(1);
  });

  describe('with an Idempotency-Key', () => {
    const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotency-replayed');

    test('the same request again gets the first answer and no second mail', async () => {
      const typed = registration();
      const first = await register(typed, testApp, 'one');
      expect([first.status, isReplay(first)]).toEqual([201, null]);
      await verify(await linkTo(typed.email));
      const reversed = Object.fromEntries(Object.entries(typed).reverse());
      for (const [body, node] of [
        [typed, testApp],
        [reversed, otherNode],
      ] as const) {
        const again = await register(body, node, 'one');
        expect([again.status, again.text, isReplay(again)]).toEqual([201, first.text, 'true']);
      }
      const mailed = [...(await readOutbox(testApp.dataDir)), ...(await readOutbox(otherNode.dataDir))];
      expect(mailed.filter((mail) => mail.to?.[0]?.address === typed.email)).toHaveLength(1);
    });

    test('of five concurrent ones all get the same answer', async () => {
      const typed = registration();
      const replies = await Promise.all(
        Array.from({ length: 5 }, (_, index) => register(typed, index % 2 ? otherNode : testApp, 'one')),
      );
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(replies[0]?.status).toBe(201);
      expect(replies.filter((reply) => isReplay(reply) === null)).toHaveLength(1);
    });
  });

  describe('the link in the mail', () => {
    test('works once, also for two concurrent requests', async () => {
      const { email } = registration();
      await register(registration({ email }));
      const token = await linkTo(email);
      const statuses = (await Promise.all(Array.from({ length: 6 }, () => verify(token)))).map(
        ({ status }) => status,
      );
      expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
      expect((await verify(token)).error.code).toBe('TOKEN_INVALID');
    });
  });

  // Once, because each of them hashes passwords.
  if (engine.name === 'sqlite') {
    describe('with an Idempotency-Key', () => {
      test('another body is a conflict, another key a second registration', async () => {
        const typed = registration();
        await register(typed, testApp, 'one');
        for (const other of [{ lastName: 'Cohen' }, { password: 'Korrekt-Pferd-10' }]) {
          const { status, error } = await register({ ...typed, ...other }, testApp, 'one');
          expect([status, error?.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
        }
        for (const key of ['two', undefined]) {
          const { status, error } = await register(typed, testApp, key);
          expect([status, error?.code]).toEqual([409, 'EMAIL_EXISTS']);
        }
        expect((await register(registration(), testApp, 'one')).status).toBe(201);
      });

      test('the key is valid for 24 hours and at most 255 characters long', async () => {
        const typed = registration();
        await register(typed, testApp, 'one');
        testApp.advance(86_399);
        expect((await register(typed, testApp, 'one')).status).toBe(201);
        testApp.advance(2);
        expect((await register(typed, testApp, 'one')).error?.code).toBe('EMAIL_EXISTS');
        testApp.advance(-86_401);
        const { status, error } = await register(registration(), testApp, 'x'.repeat(256));
        expect([status, error?.details]).toEqual([
          400,
          [{ field: 'Idempotency-Key', message: 'This is too long' }],
        ]);
      });

      test('no fast hash of the password is stored with it', async () => {
        const typed = registration();
        const hashes = new Set<string>();
        for (const password of ['Korrekt-Pferd-9', 'Korrekt-Pferd-10']) {
          const { data } = await register({ ...typed, password }, testApp, 'one');
          const [stored, ...others] = await rowsOf(engine, 'idempotency_keys', data.user);
          expect(others).toEqual([]);
          expect(stored?.answer).not.toContain(password);
          hashes.add(stored?.body_hash ?? '');
          await engine.db.deleteFrom('users').where('id', '=', data.user.id).execute();
        }
        expect(hashes.size).toBe(1);
      });
    });

    test('an address is the same in whatever case and Unicode form', async () => {
      const typed = registration();
      await register(typed);
      const [name = '', host = ''] = typed.email.split('@');
      for (const email of [
        typed.email.toUpperCase(),
        `  ${typed.email}\n`,
        `${name}＠${host}`,
        typed.email.replace('member', 'ｍｅｍｂｅｒ'),
      ]) {
        const { status, error } = await register(registration({ email }));
        expect([status, error?.code], email).toEqual([409, 'EMAIL_EXISTS']);
        expect(error.message).toBe('An account with this email already exists');
        expect((await signIn(testApp, { email, password: typed.password })).error.code).toBe(
          'EMAIL_NOT_VERIFIED',
        );
      }
    });

    test('every character of a password counts, trailing spaces included, in any script', async () => {
      for (const password of ['  spaces 1  ', 'סיסמה-ארוכה-1', `🔑1${'א'.repeat(126)}`]) {
        const typed = registration({ password });
        expect((await register(typed)).status).toBe(201);
        expect((await signIn(testApp, { email: typed.email, password })).error.code).toBe(
          'EMAIL_NOT_VERIFIED',
        );
        expect((await signIn(testApp, { email: typed.email, password: `${password} ` })).status).toBe(401);
        expect((await signIn(testApp, { email: typed.email, password: password.slice(1) })).status).toBe(401);
      }
    });

    describe('the link in the mail', () => {
      test('works for 24 hours', async () => {
        const [early, late] = [registration(), registration()];
        for (const typed of [early, late]) await register(typed);
        const links = [await linkTo(early.email), await linkTo(late.email)];
        testApp.advance(86_399);
        expect((await verify(links[0])).status).toBe(200);
        testApp.advance(1);
        expect((await verify(links[1])).error.code).toBe('TOKEN_INVALID');
        testApp.advance(-86_400);
      });

      test('contains the configured address, whatever host was requested', async () => {
        const typed = registration();
        const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
        await testApp.call('POST', '/users/register', { body: typed, headers });
        const mail = await outboxMessageTo(testApp.dataDir, typed.email);
        expect(mail.text).toContain('http://localhost:4321/verify-email/');
        expect(`${mail.text}${mail.html}`).not.toContain('evil.example');
      });

      test('is stored as a hash only', async () => {
        const typed = registration();
        const { data } = await register(typed);
        const token = await linkTo(typed.email);
        const rows = await rowsOf(engine, 'mail_tokens', data.user);
        expect(rows).toHaveLength(1);
        expect(JSON.stringify(rows)).not.toContain(token.slice(-40));
      });

      test.each(['x', 'A'.repeat(64), '../../x', 'null', ' ', '%00'])(
        'with the invalid token %j is refused',
        async (token) => {
          const { status, error } = await verify(token);
          expect([status, error.code]).toEqual([400, 'TOKEN_INVALID']);
        },
      );

      test('of one person verifies no other', async () => {
        const [one, other] = [registration(), registration()];
        const { data } = await register(one);
        await register(other);
        const token = await linkTo(other.email);
        const owner = Buffer.from(data.user.id.replaceAll('-', ''), 'hex');
        const moved = Buffer.concat([owner, Buffer.from(token, 'base64url').subarray(16)]).toString(
          'base64url',
        );
        expect((await verify(moved)).status).toBe(400);
        expect((await signIn(testApp, one)).error.code).toBe('EMAIL_NOT_VERIFIED');
      });

      test('is mailed again on request, and to nobody else', async () => {
        const typed = registration();
        await register(typed);
        const first = await linkTo(typed.email);
        const member = await createMember(testApp);
        const nobody = newEmail();
        for (const email of [typed.email, member.email, nobody]) {
          const { status, text } = await testApp.call('POST', '/users/resend-verification', {
            body: { email },
          });
          expect([status, text]).toEqual([200, '{"success":true,"data":{}}']);
        }
        await testApp.app.settle();
        const second = await linkTo(typed.email);
        expect(second).not.toBe(first);
        expect((await verify(second)).status).toBe(200);
        const addresses = (await readOutbox(testApp.dataDir)).map((mail) => mail.to?.[0]?.address);
        expect(addresses).not.toContain(member.email);
        expect(addresses).not.toContain(nobody);
      });
    });
  }
});
