import { afterAll, beforeAll, expect, test } from 'vitest';
import { forEachApp } from '../support/app.ts';
import { createMember, type Member, PASSWORD, registration } from '../support/members.ts';
import { EXPECTED_ROUTES, methodOf } from './expected-routes.ts';

const OPEN = /^POST \/users\/(login|login\/two-factor|logout|refresh-token|google-auth|auth\/google)$/;
const WRITTEN = 'Back at noon. <b>Coffee</b>!';

forEachApp((testApp, engine) => {
  let member: Member;
  let admin: Member;
  let owner: Member;

  const set = (key: string, value: unknown) =>
    testApp.call('PUT', '/admin/settings', { as: owner, body: { key, value } });

  beforeAll(async () => {
    [member, admin, owner] = await Promise.all([
      createMember(testApp),
      createMember(testApp, { role: 'admin' }),
      createMember(testApp, { role: 'super_admin' }),
    ]);
    await set('maintenance_mode', true);
  });
  afterAll(async () => {
    await engine.db.deleteFrom('settings').execute();
    await testApp.app.site.reload();
  });

  test('a browser may store the page that waits for the server', async () => {
    expect((await testApp.request('/server-waking')).status).toBe(200);
  });

  test('every call is refused for people and guests, with the time to wait', async () => {
    for (const route of EXPECTED_ROUTES.filter((expected) => !OPEN.test(expected.route))) {
      for (const as of [undefined, member]) {
        const path = route.path.replace('{id}', member.id);
        const { status, error, headers } = await testApp.call(methodOf(route), path, { as });
        expect([status, error?.code], route.route).toEqual([503, 'MAINTENANCE_MODE']);
        expect(Number(headers.get('retry-after')), route.route).toBeGreaterThan(0);
      }
    }
  });

  test('no spelling of a path passes by', async () => {
    const headers = { authorization: `Bearer ${member.accessToken}` };
    for (const path of [
      '/api/v1/users/login/',
      '/api/v1/users/login/../profile',
      '/api//v1/users/profile',
      '/Login',
      '/login%2f..%2ftransactions',
      '/loginx',
    ]) {
      expect((await testApp.request(path, { headers })).status, path).toBe(503);
    }
  });

  test('admins work, and everybody can sign in, renew the session and leave', async () => {
    for (const as of [admin, owner])
      expect((await testApp.call('GET', '/users/profile', { as })).status).toBe(200);
    const body = { email: member.email, password: PASSWORD };
    const { status, data } = await testApp.call<Member>('POST', '/users/login', { body });
    expect(status).toBe(200);
    const { refreshToken } = data;
    const renewed = await testApp.call<Member>('POST', '/users/refresh-token', { body: { refreshToken } });
    expect(renewed.status).toBe(200);
    expect((await testApp.call('POST', '/users/logout', { as: renewed.data })).status).toBe(200);
  });

  test('a call with an expired token is told to renew it, as an admin must be able to', async () => {
    testApp.advance(900);
    for (const as of [admin, member]) {
      const { status, error } = await testApp.call('GET', '/users/profile', { as });
      expect([status, error.code]).toEqual([401, 'TOKEN_EXPIRED']);
    }
    testApp.advance(-900);
  });

  test('/health answers', async () => {
    expect((await testApp.request('/health')).status).toBe(200);
  });

  test('people read what the admins have written, or the text of the product in their language', async () => {
    await set('maintenance_message', WRITTEN);
    expect((await testApp.call('GET', '/users/profile', { as: member })).error.message).toBe(WRITTEN);
    await set('maintenance_message', '');
    const { error } = await testApp.call('GET', '/openapi.json', { headers: { 'accept-language': 'he' } });
    expect(error.message).toMatch(/^האתר סגור/);
  });

  test('nobody can register, and nothing is written', async () => {
    const body = registration();
    expect((await testApp.call('POST', '/users/register', { body })).status).toBe(503);
    const { email } = body as { email: string };
    expect(await engine.db.selectFrom('users').select('id').where('email', '=', email).execute()).toEqual([]);
  });

  test('pages answer 503 with the time to wait, except those by which admins come in', async () => {
    const headers = { cookie: `pruta_access=${member.accessToken}` };
    for (const path of ['/', '/transactions', '/register', '/admin', '/nothing', '/avatars/a/b']) {
      const response = await testApp.request(path, { headers });
      expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '60']);
    }
    for (const path of ['/login', '/legal/terms', '/accessibility', '/logout']) {
      expect((await testApp.request(path)).status, path).toBe(200);
    }
  });

  test('everything is served again when it is over', async () => {
    await set('maintenance_mode', false);
    expect((await testApp.call('GET', '/users/profile', { as: member })).status).toBe(200);
    await set('maintenance_mode', true);
  });
});
