import { beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createTestApp } from '../support/app.ts';
import { onPostgres } from '../support/databases.ts';
import { outboxMessageTo, tokenIn } from '../support/mailbox.ts';
import {
  createMember,
  type Member,
  record,
  registration,
  signIn,
  startMemberSession,
} from '../support/members.ts';
import { EXPECTED_ROUTES } from './expected-routes.ts';

const CANARIES = {
  password: 'Canary-Passw0rd',
  wrongPassword: 'Canary-Wr0ng',
  amount: '918273.45',
  description: 'canary-description',
  notes: 'canary-notes',
  search: 'canary-search',
  bio: 'canary-bio',
  query: 'canary-query',
};

// Its errors quote values.
onPostgres((engine) => {
  let broken = false;
  const testApp = createTestApp(engine, {
    pages: async () => {
      if (broken) await breakOnContent();
      return new Response('a page', { headers: { 'content-type': 'text/html' } });
    },
  });
  let member: Member;

  beforeAll(async () => {
    member = await createMember(testApp);
  });

  // The database repeats the refused row in its error.
  async function breakOnContent(): Promise<void> {
    const { id } = await record(testApp, member, { notes: CANARIES.notes, amount: CANARIES.amount });
    const changes = { amount: -91_827_345 };
    await engine.db
      .updateTable('transactions')
      .set(changes)
      .where('user_id', '=', member.id)
      .where('id', '=', id)
      .execute();
  }

  test('no line of the log has a password, a token, an amount or a user’s text', async () => {
    const typed = registration({ password: CANARIES.password, firstName: 'canary-name' });
    await testApp.call('POST', '/users/register', { body: typed });
    await testApp.call('POST', '/users/register', { body: typed });
    const other = registration({ password: CANARIES.password });
    await testApp.call('POST', '/users/register', { body: other });
    const token = tokenIn(await outboxMessageTo(testApp.dataDir, other.email), 'verify-email');
    for (const path of [`/verify-email/${token}`, `/verify%2Demail/${token}`, `/reset-password/${token}`]) {
      await testApp.request(path);
    }
    await testApp.call('POST', '/users/verify-email', { body: { token } });
    await testApp.call('POST', '/users/verify-email', { body: { token } });
    await signIn(testApp, { ...other, password: CANARIES.wrongPassword });
    const { data: pair } = await signIn(testApp, other);
    const cookie = `pruta_access=${pair.accessToken}; pruta_refresh=${pair.refreshToken}`;
    await testApp.request('/transactions', { headers: { cookie } });
    await testApp.call('GET', '/users/profile', { as: { accessToken: `${pair.accessToken}x` } });
    const { data: next } = await testApp.call<typeof pair>('POST', '/users/refresh-token', {
      body: { refreshToken: pair.refreshToken },
    });
    const { amount, description, notes, search, bio, query } = CANARIES;
    await record(testApp, member, { amount, description, notes });
    await testApp.call('POST', '/transactions/expense', {
      as: member,
      body: { amount: `${amount}9`, description },
    });
    await testApp.call('POST', '/transactions/expense', { as: member, body: `{"notes": "${notes}", ` });
    await testApp.call('GET', `/transactions?search=${search}&amountRange=${amount}-`, { as: member });
    await testApp.call('GET', `/transactions?limit=${query}`, { as: member });
    await testApp.call('PUT', '/users/profile', { as: member, body: { bio } });
    broken = true;
    expect((await testApp.request('/transactions')).status).toBe(500);
    broken = false;
    await testApp.call('POST', '/users/logout', { as: next, body: { everywhere: true } });

    const log = testApp.logs.join('');
    expect(testApp.logs.length).toBeGreaterThan(20);
    expect(log).toContain('unexpected error');
    const tokens = [token, pair.accessToken, pair.refreshToken, next.accessToken, next.refreshToken];
    for (const secret of [
      ...tokens.map((value) => value.slice(-30)),
      member.accessToken,
      member.refreshToken,
    ]) {
      expect(log).not.toContain(secret);
    }
    for (const [name, canary] of Object.entries(CANARIES)) expect(log.includes(canary), name).toBe(false);
    for (const word of ['91827345', 'canary-name', other.email, '$argon2id']) expect(log).not.toContain(word);
  });

  test('no account call logs what it was sent, whether valid, invalid or malformed', async () => {
    const fields = [
      'password',
      'currentPassword',
      'newPassword',
      'confirmPassword',
      'token',
      'refreshToken',
      'credential',
    ];
    const words = ['firstName', 'lastName', 'phone', 'bio', 'location', 'website', 'birthday', 'idToken'];
    const body = {
      email: 'sentinel@example.org',
      acceptedTerms: true,
      preferences: { timezone: 'Sentinel/Zone' },
      ...Object.fromEntries([...fields, ...words].map((name) => [name, `Sentinel-9-${name}`])),
    };
    const { id } = await createMember(testApp);
    const from = testApp.logs.length;
    const accountRoutes = EXPECTED_ROUTES.filter(({ path }) => /^\/(users|auth-status)\b/.test(path));
    expect(accountRoutes.length).toBeGreaterThan(20);
    for (const { route, path } of accountRoutes) {
      const [method = ''] = route.split(' ');
      const bodies = method === 'GET' ? [undefined] : [body, JSON.stringify(body).slice(0, -1)];
      for (const sent of bodies) {
        for (const as of [undefined, await startMemberSession(testApp, id)]) {
          const headers = { cookie: `pruta_device=Sentinel-${'d'.repeat(20)}` };
          await testApp.call(method, path.replace('{id}', 'none'), { as, body: sent, headers });
        }
      }
    }
    await testApp.app.settle();
    const log = testApp.logs.slice(from).join('');
    expect(log.split('\n').length).toBeGreaterThan(accountRoutes.length);
    expect(log).not.toMatch(/sentinel/i);
  });

  test('no line has the links of an address change or the address', async () => {
    const member = await createMember(testApp);
    const from = testApp.logs.length;
    const email = `new.${member.email}`;
    const body = { email, password: member.password };
    expect((await testApp.call('POST', '/users/change-email', { as: member, body })).status).toBe(200);
    const confirm = tokenIn(await outboxMessageTo(testApp.dataDir, email), 'change-email');
    await testApp.request(`/change-email/${confirm}`);
    await testApp.call('POST', '/users/confirm-email', { as: member, body: { token: confirm } });
    const undo = tokenIn(await outboxMessageTo(testApp.dataDir, member.email), 'restore-email');
    await testApp.request(`/restore-email/${undo}`);
    expect((await testApp.call('POST', '/users/undo-email-change', { body: { token: undo } })).status).toBe(
      200,
    );
    await testApp.app.settle();
    const log = testApp.logs.slice(from).join('');
    expect(log).toContain('/change-email/[redacted]');
    for (const secret of [confirm.slice(-30), undo.slice(-30), member.email, member.password])
      expect(log).not.toContain(secret);
  });

  test.each([
    '/verify-email/TOKEN',
    '//verify-email/TOKEN',
    '/verify-email//TOKEN',
    '/verify-email/TOKEN%0a',
    '/verify-email%2fTOKEN',
    '/Reset-Password/TOKEN',
    '/x/reset-password/TOKEN',
    '/avatars/TOKEN/TOKEN.webp',
    `/calendar/${'TOKEN-_9'.repeat(8)}`,
    `/api/v1/users/calendar/${'TOKEN-_9'.repeat(8)}.ics`,
    `/api/v2/calendar%2F${'TOKEN%2D9'.repeat(8)}`,
  ])('no line has the secret of an address, however it is written: %s', async (path) => {
    const from = testApp.logs.length;
    // A request to it directly would lose one of two slashes.
    await testApp.request(`http://127.0.0.1${path}`);
    await testApp.app.settle();
    const log = testApp.logs.slice(from).join('');
    expect(log).toContain('[redacted]');
    expect(log).not.toContain('TOKEN');
  });

  test('every line is one JSON object, whatever a client sends to break it', async () => {
    const from = testApp.logs.length;
    await testApp.request('/x%0d%0a{"level":"error","msg":"forged"}', {
      headers: { 'user-agent': 'x\\r\\n{"msg":"forged"}', 'x-request-id': 'forged' },
    });
    const lines = testApp.logs.slice(from);
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '');
    expect(lines[0]?.trimEnd()).not.toContain('\n');
    expect(line).toMatchObject({ level: 'info', msg: 'request', method: 'GET', status: 200 });
    expect(line.request_id).not.toBe('forged');
  });

  test('a line names the request id as its answer does, and the user', async () => {
    const from = testApp.logs.length;
    const { headers } = await testApp.call('GET', '/transactions?search=bread', { as: member });
    const line = JSON.parse(testApp.logs[from] ?? '');
    expect(line).toMatchObject({
      request_id: headers.get('x-request-id'),
      path: '/api/v1/transactions',
      status: 200,
      user_id: member.id,
    });
  });
});

test('addresses in a line lose what is secret in them, in lines of any length', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.info({ to: 'smtp+tls.x-1://me:canary-1@mail.example:25/box?key=canary-2' }, 'sent');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ to: 'smtp+tls.x-1://mail.example:25/box' });
  // Work that grew with the square of the length would outlast the test.
  const long = 'a-'.repeat(500_000);
  log.info({ path: `/${long}/x://canary-3@a?canary-4`, other: `${long}://canary-5@b?canary-6` }, 'request');
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ path: `/${long}/x://a`, other: `${long}://b` });
});
