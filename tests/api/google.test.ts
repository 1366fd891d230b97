import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { forEachEngine } from '../support/databases.ts';
import { type Claims, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { outboxMessageTo, readOutbox, tokenIn } from '../support/mailbox.ts';
import { createMember, newEmail, PASSWORD, registration, signIn } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';

interface SignedIn {
  user: { id: string; email: string; role: string; has_password: boolean; oauth_provider: string | null };
  accessToken: string;
  refreshToken: string;
}

const FAULTS = ['down', 'garbage', 'redirect', 'endless'] as const;

let provider: IdentityProvider;
let subjects = 0;

beforeAll(async () => {
  provider = await startIdentityProvider();
});

afterAll(() => provider.stop());

function newClaims(changes: Claims = {}): Claims {
  subjects += 1;
  const given_name = 'Dana';
  return {
    sub: `subject-${process.pid}-${subjects}`,
    email: newEmail(),
    given_name,
    family_name: 'Cohen',
    ...changes,
  };
}

forEachEngine((engine) => {
  const environment: NodeJS.ProcessEnv = {};
  beforeAll(() => void Object.assign(environment, provider.environment));
  const testApp = createTestApp(engine, { environment });

  const mint = (claims: Claims) => provider.mint(claims, testApp.app.clock());
  const present = (credential: unknown, path = '/users/google-auth') =>
    testApp.call<SignedIn>('POST', path, { body: { credential } });
  const enter = async (claims: Claims) => present(await mint(claims));
  const statusOf = async (as: { accessToken: string }) =>
    (await testApp.call('GET', '/auth-status', { as })).data;
  const rowOf = (email: string) =>
    engine.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();

  beforeAll(async () => {
    await testApp.call('POST', '/users/register', { body: registration() });
  });

  test('a new person gets a verified account without a password, and is signed in as by password', async () => {
    const person = newClaims();
    const { status, data, headers } = await enter(person);
    expect(status).toBe(200);
    expect(data.user).toMatchObject({
      email: person.email,
      email_verified: true,
      firstName: 'Dana',
      lastName: 'Cohen',
      role: 'user',
      has_password: false,
      oauth_provider: 'google',
    });
    expect(headers.getSetCookie().join()).toMatch(/pruta_access=pa_.*HttpOnly.*pruta_refresh=pr_/);
    expect(await statusOf(data)).toEqual({
      authType: 'google',
      hasPassword: false,
      hasGoogle: true,
      hasOidc: false,
      canLinkOidc: false,
      email: person.email,
      isHybrid: false,
      needsPassword: true,
      canLinkGoogle: false,
    });
    const categories = await testApp.call<{ categories: unknown[] }>('GET', '/categories', { as: data });
    expect(categories.data.categories.length).toBeGreaterThan(5);
  });

  test.each([
    [{ name: 'Dana Bar Lev' }, 'Dana', 'Bar Lev'],
    [{ name: 'Da\0na Bar Lev' }, 'Dana', 'Bar Lev'],
    [{ given_name: 'Dana' }, 'Dana', ''],
    [{}, 'Noa', 'Bar Lev'],
    [{ given_name: ' ', family_name: null, name: '' }, 'Noa', 'Bar Lev'],
    [{ family_name: 'Cohen' }, 'Noa', 'Cohen'],
  ])(
    'the names of a new person are those of %j, and otherwise those that the address suggests',
    async (names, firstName, lastName) => {
      const [local] = newEmail().split('@');
      const email = `noa_bar-lev@${local}.example.org`;
      const { data } = await enter({ sub: `subject of ${email}`, email, ...names });
      expect(data.user).toMatchObject({ firstName, lastName, name: `${firstName} ${lastName}`.trim() });
    },
  );

  test('both paths and both names of the token work the same, and the same person signs in again', async () => {
    const person = newClaims();
    const { data: first } = await enter(person);
    const token = await mint(person);
    for (const body of [{ idToken: token }, { id_token: token }, { credential: token }]) {
      const { data } = await testApp.call<SignedIn>('POST', '/users/auth/google', { body });
      expect(data.user.id).toBe(first.user.id);
    }
    const moved = await enter({ ...person, email: newEmail() });
    expect(moved.data.user).toMatchObject({ id: first.user.id, email: person.email });
  });

  test('personal data added by a client is ignored', async () => {
    const person = newClaims();
    const victim = await createMember(testApp);
    const { data } = await testApp.call<SignedIn>('POST', '/users/google-auth', {
      body: {
        credential: await mint(person),
        email: victim.email,
        name: 'Somebody Else',
        userInfo: { email: victim.email, sub: victim.id, role: 'super_admin' },
        role: 'super_admin',
      },
    });
    expect(data.user).toMatchObject({ email: person.email, name: 'Dana Cohen', role: 'user' });
  });

  test('Google can be linked only where it is configured and not switched off', async () => {
    const member = await createMember(testApp);
    const owner = await createMember(testApp, { role: 'super_admin' });
    const allow = (value: boolean) =>
      testApp.call('PUT', '/admin/settings', { as: owner, body: { key: 'google_oauth_enabled', value } });
    expect(await statusOf(member)).toMatchObject({ canLinkGoogle: true });
    await allow(false);
    const switchedOff = await statusOf(member);
    await allow(true);
    expect(switchedOff).toMatchObject({ canLinkGoogle: false });
    expect(await statusOf(member)).toMatchObject({ canLinkGoogle: true });
  });

  describe('without a client at Google', () => {
    const other = createTestApp(engine);

    test.each(['/auth-status', '/auth-status/verify'])('it cannot be linked, as %s says', async (path) => {
      const member = await createMember(other);
      const { data } = await other.call('GET', path, { as: member });
      expect(data).toMatchObject({ authType: 'email', canLinkGoogle: false });
    });
  });

  describe('a credential is refused', () => {
    const INVALID = 'Invalid Google credential received';
    const later = (seconds: number) => Math.floor(testApp.app.clock().getTime() / 1000) + seconds;
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const CASES: [string, () => unknown, string][] = [
      ['nothing', () => undefined, INVALID],
      ['a number', () => 17, INVALID],
      ['an object', () => ({ sub: '1' }), INVALID],
      ['an endless one', () => 'x'.repeat(9000), INVALID],
      ['of two parts', () => 'a.b', 'Invalid token format - expected JWT ID token'],
      ['of four parts', () => 'a.b.c.d', 'Invalid token format - expected JWT ID token'],
      ['garbage', () => 'not!.a.token', 'Failed to decode Google ID token'],
      ['that is not JSON', () => `${encoded('x')}.${encoded([])}.z`, 'Failed to decode Google ID token'],
      ['without an address', () => mint({ sub: '1' }), 'No email found in Google credential'],
      ['with an invalid address', () => mint(newClaims({ email: 'nobody' })), INVALID],
      ['whose address is not verified', () => mint(newClaims({ email_verified: false })), INVALID],
      ['forged', () => provider.forge(newClaims(), testApp.app.clock()), INVALID],
      ['signed by an unknown key', () => provider.mintUnknown(newClaims(), testApp.app.clock()), INVALID],
      ['without a signature', () => provider.mintUnsigned(newClaims(), testApp.app.clock()), INVALID],
      ['that has expired', () => mint(newClaims({ exp: later(-1) })), INVALID],
      ['that is not valid yet', () => mint(newClaims({ nbf: later(60) })), INVALID],
      ['without an expiry', () => mint(newClaims({ exp: undefined as unknown as number })), INVALID],
      ['without a subject', () => mint({ email: newEmail() }), INVALID],
      ['whose subject is no text', () => mint(newClaims({ sub: { a: 1 } as unknown as string })), INVALID],
      ['whose subject has NUL', () => mint(newClaims({ sub: 'a\0b' })), INVALID],
      ['whose address has NUL', () => mint(newClaims({ email: 'a\0@example.org' })), INVALID],
      ['for another client', () => mint(newClaims({ aud: 'other.apps.example' })), INVALID],
      [
        'for several clients',
        () => mint(newClaims({ aud: ['other', provider.environment.GOOGLE_CLIENT_ID] })),
        INVALID,
      ],
      ['by another issuer', () => mint(newClaims({ iss: 'https://accounts.google.com' })), INVALID],
      ['that a browser asked for', () => mint(newClaims({ nonce: 'of some browser' })), INVALID],
    ];

    test.each(CASES)('%s', async (_name, credential, message) => {
      const { status, error } = await present(await credential());
      expect([status, error.code, error.message]).toEqual([400, 'GOOGLE_AUTH_ERROR', message]);
    });

    test('in the caller’s language', async () => {
      const headers = { 'accept-language': 'he' };
      const { error } = await testApp.call('POST', '/users/google-auth', {
        body: { credential: 'x' },
        headers,
      });
      expect(error.message).toBe('מבנה האסימון אינו תקין: נדרש אסימון זיהוי מסוג JWT');
    });

    test('with one character of its signature changed', async () => {
      const token = await mint(newClaims());
      const changed = token.replace(/.(?=.{20}$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
      expect((await present(changed)).error.message).toBe(INVALID);
      expect((await present(token)).status).toBe(200);
    });
  });

  describe.each(FAULTS)('a list of keys that is %s', (fault) => {
    const elsewhere: NodeJS.ProcessEnv = {};
    const other = createTestApp(engine, { environment: elsewhere });

    test('is reported as a server error, and not counted as a failed attempt', async () => {
      Object.assign(elsewhere, provider.environment, { GOOGLE_JWKS_URL: provider.failKeys(fault) });
      const body = { credential: await mint(newClaims()) };
      const { status, error, headers } = await other.call('POST', '/users/google-auth', { body });
      provider.failKeys(null);
      expect([status, error.code, error.message]).toEqual([503, 'GOOGLE_LOGIN_ERROR', 'Google login failed']);
      expect(headers.get('retry-after')).toBe('5');
    });
  });

  test('an account with the same verified address is linked, and its owner is notified', async () => {
    const member = await createMember(testApp);
    const { status, data } = await enter(newClaims({ email: member.email.toUpperCase() }));
    expect(status).toBe(200);
    expect(data.user).toMatchObject({ id: member.id, firstName: 'Noa', has_password: true });
    expect(await statusOf(member)).toMatchObject({ authType: 'hybrid', isHybrid: true });
    expect((await outboxMessageTo(testApp.dataDir, member.email)).subject).toContain('Google');
    expect((await signIn(testApp, member)).status).toBe(200);
  });

  test('a person who registered another’s address first loses access once its owner signs in', async () => {
    const victim = newClaims();
    const typed = registration({ email: victim.email });
    await testApp.call('POST', '/users/register', { body: typed });
    const mailed = await outboxMessageTo(testApp.dataDir, typed.email);
    const { data } = await enter(victim);
    expect(data.user).toMatchObject({ firstName: 'Dana', has_password: false, email_verified: true });
    expect((await signIn(testApp, typed)).status).toBe(401);
    const token = tokenIn(mailed, 'verify-email');
    expect((await testApp.call('POST', '/users/verify-email', { body: { token } })).status).toBe(400);
    expect(await statusOf(data)).toMatchObject({ authType: 'google' });
  });

  test('a second Google account with the same address is refused', async () => {
    const person = newClaims();
    await enter(person);
    const { status, error } = await enter(newClaims({ email: person.email as string }));
    expect([status, error.code]).toEqual([400, 'GOOGLE_AUTH_ERROR']);
    expect(error.message).toContain('Sign in with your password first');
  });

  describe('failures', () => {
    const limited: NodeJS.ProcessEnv = { RATE_LIMIT_SCALE: '1' };
    const strict = createTestApp(engine, { environment: limited });
    beforeAll(() => void Object.assign(limited, provider.environment));

    test('count for the network address, as those of passwords do; successes do not', async () => {
      const good = { credential: await provider.mint(newClaims(), strict.app.clock()) };
      const bad = { credential: await provider.forge(newClaims(), strict.app.clock()) };
      const statusFor = async (body: object, from = '192.0.2.7') =>
        (await strict.call('POST', '/users/google-auth', { body, from })).status;
      for (let count = 0; count < 12; count += 1) expect(await statusFor(good)).toBe(200);
      for (let count = 0; count < 10; count += 1) expect(await statusFor(bad)).toBe(400);
      expect(await statusFor(good)).toBe(429);
      expect(await statusFor(good, '192.0.2.8')).toBe(200);
    });
  });

  test('a blocked person is refused by Google sign-in too', async () => {
    const person = newClaims();
    const { data } = await enter(person);
    await restrict(engine.db, data.user.id);
    const { status, error } = await enter(person);
    expect([status, error.code]).toEqual([403, 'USER_BLOCKED']);
  });

  test('two concurrent first sign-ins create one account', async () => {
    const person = newClaims();
    const token = await mint(person);
    const replies = await Promise.all([1, 2, 3, 4].map(() => present(token)));
    const good = replies.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    for (const { status } of replies) expect([200, 400]).toContain(status);
    expect(new Set(good.map(({ data }) => data.user.id)).size).toBe(1);
  });

  test('linking needs the password and a Google account that is linked to no other account', async () => {
    const member = await createMember(testApp);
    const person = newClaims();
    const link = async (claims: Claims, password: string) =>
      testApp.call('POST', '/users/link-google', {
        as: member,
        body: { credential: await mint(claims), password },
      });
    const wrong = await link(person, 'not it');
    expect([wrong.status, wrong.error.code, wrong.error.details]).toEqual([
      400,
      'CURRENT_PASSWORD_WRONG',
      [{ field: 'password', message: 'Current password is incorrect' }],
    ]);
    const taken = newClaims();
    await enter(taken);
    expect((await link(taken, PASSWORD)).error.code).toBe('GOOGLE_AUTH_ERROR');
    expect((await link(person, PASSWORD)).status).toBe(200);
    expect((await link(newClaims(), PASSWORD)).error.code).toBe('GOOGLE_AUTH_ERROR');
    expect((await enter(person)).data.user).toMatchObject({ id: member.id, email: member.email });
  });

  test('unlinking needs the password, and the address alone does not link again', async () => {
    const member = await createMember(testApp);
    const person = newClaims({ email: member.email });
    await enter(person);
    const unlink = (password: string) =>
      testApp.call('POST', '/users/unlink-google', { as: member, body: { password } });
    const wrong = await unlink('not it');
    expect([wrong.status, wrong.error.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    expect((await unlink(PASSWORD)).status).toBe(200);
    expect(await statusOf(member)).toMatchObject({ authType: 'email', canLinkGoogle: true });
    expect((await enter(person)).error.message).toContain('Sign in with your password first');
    const credential = await mint(person);
    await testApp.call('POST', '/users/link-google', {
      as: member,
      body: { credential, password: PASSWORD },
    });
    expect((await enter(person)).data.user.id).toBe(member.id);
  });

  test('an account without a password cannot unlink Google, and can set one to have both methods', async () => {
    const person = newClaims();
    const { data } = await enter(person);
    const unlink = () => testApp.call('POST', '/users/unlink-google', { as: data, body: { password: '' } });
    expect((await unlink()).error.code).toBe('PASSWORD_REQUIRED');
    await testApp.call('POST', '/users/set-password', { as: data, body: { newPassword: PASSWORD } });
    expect(await statusOf(data)).toMatchObject({ authType: 'hybrid', needsPassword: false });
  });

  test('a new password by the mailed link also unlinks Google', async () => {
    const member = await createMember(testApp);
    const stranger = newClaims();
    await testApp.call('POST', '/users/link-google', {
      as: member,
      body: { credential: await mint(stranger), password: PASSWORD },
    });
    await testApp.app.settle();
    await testApp.call('POST', '/users/password-reset-request', { body: { email: member.email } });
    await testApp.app.settle();
    const token = tokenIn(await outboxMessageTo(testApp.dataDir, member.email), 'reset-password');
    await testApp.call('POST', '/users/password-reset', { body: { token, newPassword: 'Neues-Pferd-10' } });
    expect((await rowOf(member.email))?.google_id).toBeNull();
    expect((await enter(stranger)).data.user.id).not.toBe(member.id);
  });

  test('closing an account frees its Google account', async () => {
    const person = newClaims();
    const { data } = await enter(person);
    await testApp.call('DELETE', '/users/account', { as: data, body: {} });
    await testApp.app.settle();
    const again = await enter(person);
    expect(again.status).toBe(200);
    expect(again.data.user.id).not.toBe(data.user.id);
  });

  test('no line of the log has a token or personal data', async () => {
    const person = newClaims({ given_name: 'Canary-name' });
    const token = await mint(person);
    await present(token);
    await present(`${token}x`);
    await testApp.app.settle();
    const log = testApp.logs.join('');
    for (const word of [...token.split('.'), person.sub, person.email, 'Canary-name'])
      expect(log).not.toContain(word);
    expect((await readOutbox(testApp.dataDir)).length).toBeGreaterThan(0);
  });
});
