import { expect, test } from 'vitest';
import { createTestApp, forEachApp, type TestApp } from '../support/app.ts';
import { bankImports } from '../support/bank-imports.ts';
import { rowsOf } from '../support/databases.ts';
import { readOutbox, tokenIn } from '../support/mailbox.ts';
import { createMember, type Member, PASSWORD, record, registration } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';

interface Made {
  token: { id: string; prefix: string; expires_at: string | null };
  secret: string;
}

forEachApp((testApp, engine) => {
  const { once } = engine;
  const otherNode = createTestApp(engine);
  const strict = createTestApp(engine, { environment: { RATE_LIMIT_SCALE: '0.01' } });

  const make = (as: Member, fields: Record<string, unknown> = {}) =>
    testApp.call<Made>('POST', '/users/tokens', {
      as,
      body: { name: 'Bank', scope: 'write', password: PASSWORD, ...fields },
    });

  async function madeFor(as: Member, scope: string) {
    return (await make(as, { scope })).data;
  }

  const statusOf = async (
    secret: string,
    method: string,
    path: string,
    body?: unknown,
    node: TestApp = testApp,
  ) => (await node.call(method, path, { as: { accessToken: secret }, ...(body ? { body } : {}) })).status;

  test('is shown once, works on every node and is stored as a hash', async () => {
    const member = await createMember(testApp);
    const { status, data } = await make(member);
    expect(status).toBe(201);
    expect(data.secret).toMatch(/^pruta_pat_[\w-]{86}$/);
    expect(data.secret.startsWith(data.token.prefix)).toBe(true);
    expect(data.token.expires_at).toBe('2027-06-15T09:00:00.000Z');
    expect(await statusOf(data.secret, 'GET', '/transactions', undefined, otherNode)).toBe(200);
    const { data: list, text } = await testApp.call<{ tokens: object[] }>('GET', '/users/tokens', {
      as: member,
    });
    expect(list.tokens).toEqual([
      {
        id: data.token.id,
        name: 'Bank',
        scope: 'write',
        prefix: data.token.prefix,
        expires_at: data.token.expires_at,
        last_used_at: '2026-06-15T09:00:00.000Z',
        last_ip: expect.stringMatching(/\d/),
      },
    ]);
    const stored = JSON.stringify([
      await rowsOf(engine, 'api_tokens', member),
      await rowsOf(engine, 'idempotency_keys', member),
    ]);
    for (const shown of [text, stored]) expect(shown).not.toContain(data.secret.slice(-30));
  });

  test('is refused once revoked or ended, on every node', async () => {
    const member = await createMember(testApp);
    const [first, second] = [(await make(member)).data, (await make(member, { expiresInDays: 1 })).data];
    const stranger = await createMember(testApp);
    const revoke = (as: Member, id: string) => testApp.call('DELETE', `/users/tokens/${id}`, { as });
    expect((await revoke(stranger, first.token.id)).status).toBe(404);
    expect(await statusOf(first.secret, 'GET', '/categories')).toBe(200);
    expect((await revoke(member, first.token.id)).status).toBe(200);
    expect((await revoke(member, first.token.id)).status).toBe(404);
    for (const node of [testApp, otherNode])
      expect(await statusOf(first.secret, 'GET', '/categories', undefined, node)).toBe(401);
    expect(await statusOf(second.secret, 'GET', '/categories')).toBe(200);
    testApp.advance(86_400);
    const ended = await testApp.call('GET', '/categories', { as: { accessToken: second.secret } });
    expect([ended.status, ended.error.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect(ended.error.message).toMatch(/access token has expired/);
    testApp.advance(-86_400);
    const forged = `${second.secret.slice(0, -6)}AAAAAA`;
    expect(await statusOf(forged, 'GET', '/categories')).toBe(401);
  });

  test('of a blocked person says so on every route, and of a deleted account is no token', async () => {
    const admin = await createMember(testApp, { role: 'super_admin' });
    const [blocked, deleted] = [await createMember(testApp), await createMember(testApp)];
    const { secret } = await madeFor(blocked, 'read');
    await restrict(engine.db, blocked.id, {});
    for (const [method, path] of [
      ['GET', '/transactions'],
      ['POST', '/transactions/expense'],
      ['GET', '/users/sessions'],
    ] as const) {
      const { status, error } = await testApp.call(method, path, { as: { accessToken: secret } });
      expect([path, status, error.code]).toEqual([path, 403, 'USER_BLOCKED']);
    }
    const gone = await madeFor(deleted, 'read');
    const body = { action: 'delete', reason: 'Asked for it' };
    await testApp.call('POST', `/admin/users/${deleted.id}/manage`, { as: admin, body });
    const { status, error } = await testApp.call('GET', '/transactions', {
      as: { accessToken: gone.secret },
    });
    expect([status, error.code]).toEqual([401, 'TOKEN_INVALID']);
  });

  once.each([
    ['read', { '/transactions': 200, '/imports': 200, '/imports/rows': 403, write: 403 }],
    ['write', { '/transactions': 200, '/imports': 200, '/imports/rows': 201, write: 201 }],
    ['import', { '/transactions': 403, '/imports': 200, '/imports/rows': 201, write: 403 }],
  ])('with the scope %s does that and nothing else', async (scope, expected) => {
    const member = await createMember(testApp);
    const { secret } = await madeFor(member, scope);
    const rows = [{ date: '2026-06-01', amount: -12, description: 'Bread' }];
    const expense = { amount: 5, description: 'Tea', date: '2026-06-01' };
    expect({
      '/transactions': await statusOf(secret, 'GET', '/transactions'),
      '/imports': await statusOf(secret, 'GET', '/imports'),
      '/imports/rows': await statusOf(secret, 'POST', '/imports/rows', { rows }),
      write: await statusOf(secret, 'POST', '/transactions/expense', expense),
    }).toEqual(expected);
    expect(await statusOf(secret, 'GET', '/users/profile')).toBe(200);
    expect(await statusOf(secret, 'GET', '/openapi.json')).toBe(200);
    // Nothing is written.
    const asked = await statusOf(secret, 'POST', '/transactions/check', { line: 'Tea 5', ...expense });
    expect(asked).toBe(scope === 'import' ? 403 : 200);
  });

  once('may do nothing with the account, its sessions and tokens, nor administer', async () => {
    const admin = await createMember(testApp, { role: 'super_admin' });
    const { secret, token } = await madeFor(admin, 'write');
    const refused = [
      ['PUT', '/users/profile', { firstName: 'Other' }],
      ['POST', '/users/change-password', { currentPassword: PASSWORD, newPassword: 'Other-Horse-10' }],
      ['POST', '/users/change-email', { email: 'other@example.com', password: PASSWORD }],
      ['DELETE', '/users/account', { password: PASSWORD }],
      ['GET', '/users/export-account'],
      ['GET', '/users/sessions'],
      ['GET', '/users/tokens'],
      ['POST', '/users/tokens', { name: 'More', scope: 'write', password: PASSWORD }],
      ['DELETE', `/users/tokens/${token.id}`],
      ['POST', '/users/logout', { everywhere: true }],
      ['POST', '/users/register', registration()],
      ['GET', '/admin/users'],
      ['POST', '/onboarding/preferences', { firstName: 'Other', language: 'he', currency: 'USD' }],
      ['GET', '/performance/db-stats'],
      ['GET', '/%75sers/tokens'],
    ] as const;
    for (const [method, path, body] of refused) {
      const reply = await testApp.call(method, path, { as: { accessToken: secret }, body });
      expect([path, reply.status, reply.error.code]).toEqual([path, 403, 'FORBIDDEN']);
    }
    const page = await testApp.request('/', { headers: { authorization: `Bearer ${secret}` } });
    expect(await page.text()).not.toContain(admin.id);
    expect((await testApp.call('GET', '/users/sessions', { as: admin })).status).toBe(200);
  });

  test('brings the money of an account’s file, and neither its profile nor its settings', async () => {
    const [from, to] = [await createMember(testApp), await createMember(testApp)];
    await testApp.call('PUT', '/users/profile', {
      as: from,
      body: { firstName: 'Other', bio: 'Someone else' },
    });
    await record(testApp, from, { amount: 9, description: 'Bread', date: '2026-05-04' });
    const headers = { authorization: `Bearer ${from.accessToken}` };
    const file = await testApp.request('/api/v1/users/export-account', { headers });
    const profileOf = async () =>
      (await testApp.call<{ user: object }>('GET', '/users/profile', { as: to })).data.user;
    const before = await profileOf();
    const program = { ...to, accessToken: (await madeFor(to, 'import')).secret };
    const imports = bankImports(testApp);
    const bytes = Buffer.from(await file.arrayBuffer());
    const { id } = await imports.preview(program, bytes, 'pruta.json');
    expect(await imports.carryOut(program, id)).toMatchObject({ created_count: 1 });
    expect(await profileOf()).toEqual({ ...before, updated_at: expect.anything() });
  });

  once('needs the password, a name, a scope and a lifetime that is possible', async () => {
    const member = await createMember(testApp);
    const wrong = await make(member, { password: 'wrong-password-1' });
    expect([wrong.status, wrong.error.code]).toEqual([400, 'CURRENT_PASSWORD_WRONG']);
    const reply = await make(member, { name: ' ', scope: 'all', expiresInDays: 0 });
    expect(reply.status).toBe(400);
    expect((reply.error.details as { field: string }[]).map(({ field }) => field)).toEqual([
      'name',
      'scope',
      'expiresInDays',
    ]);
    expect((await make(member, { expiresInDays: null })).data.token.expires_at).toBeNull();
    for (let count = 1; count < 20; count += 1) expect((await make(member)).status).toBe(201);
    expect((await make(member)).status).toBe(400);
  });

  test('are twenty at most, also when more are asked for at the same time', async () => {
    const member = await createMember(testApp);
    const replies = await Promise.all(Array.from({ length: 40 }, () => make(member)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(await rowsOf(engine, 'api_tokens', member)).toHaveLength(20);
  });

  once('stops with a block, and ends with a new password by a mailed link', async () => {
    const member = await createMember(testApp);
    const { secret } = await madeFor(member, 'read');
    const admin = await createMember(testApp, { role: 'admin' });
    const manage = (action: string) =>
      testApp.call('POST', `/admin/users/${member.id}/manage`, {
        as: admin,
        body: { action, reason: 'why' },
      });
    await manage('block');
    expect(await statusOf(secret, 'GET', '/categories')).toBe(403);
    await manage('unblock');
    expect(await statusOf(secret, 'GET', '/categories')).toBe(200);
    await testApp.call('POST', '/users/password-reset-request', { body: { email: member.email } });
    await testApp.app.settle();
    const mails = (await readOutbox(testApp.dataDir)).filter(({ to }) => to?.[0]?.address === member.email);
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/key for programs/));
    const token = mails
      .map((mail) => (/reset-password/.test(mail.text ?? '') ? tokenIn(mail, 'reset-password') : ''))
      .join('');
    const reset = await testApp.call('POST', '/users/password-reset', {
      body: { token, newPassword: 'Other-Horse-10' },
    });
    expect(reset.status).toBe(200);
    expect(await statusOf(secret, 'GET', '/categories')).toBe(401);
  });

  test('is made once for the key of a request, and its secret is stored with none', async () => {
    const member = await createMember(testApp);
    const body = { name: 'Bank', scope: 'read', password: PASSWORD };
    const request = { as: member, body, headers: { 'idempotency-key': 'once' } };
    const [first, second] = [
      await testApp.call<Made>('POST', '/users/tokens', request),
      await otherNode.call<Made>('POST', '/users/tokens', request),
    ];
    expect([first.status, second.status, second.headers.get('idempotency-replayed')]).toEqual([
      201,
      201,
      'true',
    ]);
    expect(second.data).toEqual(first.data);
    expect(await statusOf(second.data.secret, 'GET', '/categories')).toBe(200);
    const stored = JSON.stringify(await rowsOf(engine, 'idempotency_keys', member));
    expect(stored).not.toContain(first.data.secret.slice(-30));
    const other = { ...request, body: { ...body, name: 'Other' } };
    expect((await testApp.call('POST', '/users/tokens', other)).status).toBe(409);
    await testApp.call('DELETE', `/users/tokens/${first.data.token.id}`, { as: member });
    expect((await testApp.call('POST', '/users/tokens', request)).status).toBe(404);
    const wrong = { ...request, body: { ...body, password: 'wrong-password-1' } };
    expect((await testApp.call('POST', '/users/tokens', wrong)).status).toBe(400);
  });

  once('may be the whole header, as some programs send it', async () => {
    const member = await createMember(testApp);
    const { secret } = await madeFor(member, 'read');
    for (const authorization of [secret, `Token ${secret}`]) {
      const reply = await testApp.call('GET', '/categories', { headers: { authorization } });
      expect(reply.status).toBe(200);
    }
    const cookie = `pruta_access=${member.accessToken}`;
    const headers = { authorization: `Bearer\t${secret}`, cookie, origin: testApp.app.config.PUBLIC_URL };
    const beside = await testApp.call('POST', '/goals', { headers, body: { name: 'Bike', amount: 5 } });
    expect([beside.status, beside.error.code]).toEqual([403, 'FORBIDDEN']);
  });

  once('is no session cookie', async () => {
    const member = await createMember(testApp);
    const { secret } = await madeFor(member, 'write');
    for (const path of ['/transactions', '/users/profile']) {
      const { status, error } = await testApp.call('GET', path, {
        headers: { cookie: `pruta_access=${secret}` },
      });
      expect([path, status, error?.code]).toEqual([path, 401, 'UNAUTHENTICATED']);
    }
  });

  once('has a limit of requests of its own', async () => {
    const member = await createMember(testApp);
    const tokens = [await madeFor(member, 'read'), await madeFor(member, 'read')];
    let refused = 0;
    for (let turn = 0; turn < 15 && refused === 0; turn += 1)
      if ((await statusOf(tokens[0]?.secret ?? '', 'GET', '/users/profile', undefined, strict)) === 429)
        refused = turn;
    expect(refused).toBe(12);
    expect(await statusOf(tokens[1]?.secret ?? '', 'GET', '/categories', undefined, strict)).toBe(200);
  });
});
