import { beforeEach, expect, test } from 'vitest';
import { forAppOnSqlite } from '../support/app.ts';
import { createMember, type Member, PASSWORD, record } from '../support/members.ts';
import { restrict } from '../support/restrictions.ts';
import { EXPECTED_ROUTES } from './expected-routes.ts';

/** Restricted people may still secure their account, and leave. */
const ALLOWED = [
  'POST /users/login',
  'POST /users/login/two-factor',
  'POST /users/refresh-token',
  'POST /users/logout',
  'POST /users/verify-email',
  'POST /users/resend-verification',
  'POST /users/password-reset-request',
  'POST /users/password-reset',
  'POST /users/set-password',
  'POST /users/change-password',
  'POST /users/undo-email-change',
  'DELETE /users/account',
  'DELETE /users/sessions/:id',
];

forAppOnSqlite((testApp, engine) => {
  let member: Member;

  beforeEach(async () => {
    member = await createMember(testApp);
    await restrict(engine.db, member.id, { restriction_type: 'other', reason: 'Spam' });
  });

  test('a restricted person reads and exports', async () => {
    for (const path of ['/users/profile', '/transactions', '/export/csv', '/users/export-account'])
      expect((await testApp.call('GET', path, { as: member })).status, path).toBe(200);
  });

  test('and changes nothing, by any call that is not for the security of the account', async () => {
    const refused: string[] = [];
    const changing = EXPECTED_ROUTES.filter(({ route }) => !/^(GET|HEAD) /.test(route));
    for (const { route, path } of changing) {
      const [method = ''] = route.split(' ');
      const person = await restrictedAs(route);
      const { status, error } = await testApp.call(method, path.replace('{id}', crypto.randomUUID()), {
        as: person,
        body: {},
      });
      if (status === 403 && error.code === 'USER_RESTRICTED') refused.push(route);
    }
    const expected = changing.map(({ route }) => route).filter((route) => !ALLOWED.includes(route));
    expect(refused.sort()).toEqual(expected.sort());
  });

  // One each, because some calls end the session; administrators, where others are refused for their role.
  async function restrictedAs(route: string): Promise<Member> {
    const person = await createMember(testApp, { role: route.includes('/admin') ? 'super_admin' : 'user' });
    await restrict(engine.db, person.id, { restriction_type: 'other' });
    return person;
  }

  test('is told why and until when, and writes again once it is over', async () => {
    const other = await createMember(testApp);
    const expires_at = '2026-06-15T11:00:00.000Z';
    await restrict(engine.db, other.id, { restriction_type: 'other', reason: 'Too fast', expires_at });
    const body = { amount: 1, description: 'Bread' };
    const { status, error } = await testApp.call('POST', '/transactions/expense', { as: other, body });
    expect([status, error.code, error.details]).toEqual([
      403,
      'USER_RESTRICTED',
      { reason: 'Too fast', expires_at },
    ]);
    testApp.advance(2 * 3600);
    const { data } = await testApp.call<Member>('POST', '/users/login', {
      body: { email: other.email, password: PASSWORD },
    });
    expect(await record(testApp, { ...other, ...data })).toBeDefined();
    testApp.advance(-2 * 3600);
  });

  test('clears the browser, and sends no other form', async () => {
    const post = async (path: string) => {
      const headers = { cookie: `pruta_access=${member.accessToken}`, 'sec-fetch-site': 'same-origin' };
      return (await testApp.request(path, { method: 'POST', headers })).status;
    };
    expect(await post('/clear-data')).toBe(200);
    expect(await post('/categories/new')).toBe(403);
  });

  test('a block comes first', async () => {
    await restrict(engine.db, member.id, { reason: 'Worse' });
    const { error } = await testApp.call('GET', '/users/profile', { as: member });
    expect([error.code, error.details]).toEqual(['USER_BLOCKED', { reason: 'Worse', expires_at: null }]);
  });
});
