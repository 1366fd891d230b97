import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { translator } from '../../../src/i18n/translate.ts';
import { admin, startAdmin } from '../../support/host.ts';
import { createInstance } from '../../support/instances.ts';
import { createMember, PASSWORD, signIn } from '../../support/members.ts';

const instance = await createInstance();
const environment = { DATA_DIR: instance.storage.DATA_DIR };
const t = translator('en');
const OWNER = ['create-owner', '--first-name', 'Ada', '--last-name', 'Owner', '--email'];

const roleOf = async (email: string) => {
  const found = instance.app.database.db.selectFrom('users').select('role').where('email', '=', email);
  return (await found.executeTakeFirst())?.role;
};

// The commands are processes of their own, which hash as the product does.
beforeAll(() => void vi.stubEnv('FULL_HASHES', '1'));
afterAll(() => void vi.unstubAllEnvs());

test('the owner is created from the command line, signs in, and is a super admin; so is another one', async () => {
  const { code, stdout, stderr } = await startAdmin(
    [...OWNER, 'ada@example.org'],
    environment,
    `${PASSWORD}\n`,
  ).answer;
  expect([code, stdout]).toEqual([0, 'ada@example.org is a super admin and can sign in.\n']);
  expect(stdout + stderr).not.toContain(PASSWORD);
  expect((await signIn(instance, { email: 'ada@example.org', password: PASSWORD })).status).toBe(200);
  expect((await admin([...OWNER, 'Second@Example.org'], environment, PASSWORD)).code).toBe(0);
  expect([await roleOf('ada@example.org'), await roleOf('second@example.org')]).toEqual([
    'super_admin',
    'super_admin',
  ]);
  const taken = await admin([...OWNER, 'ada@example.org'], environment, PASSWORD);
  expect([taken.code, taken.stderr]).toEqual([1, `${t('errors:EMAIL_EXISTS')}\n`]);
});

test('a list whose reader has had enough ends without an error', async () => {
  const { child, answer } = startAdmin(['users'], environment);
  child.stdout?.destroy();
  const { code, stderr } = await answer;
  expect([code, stderr]).toEqual([0, '']);
});

test.each([
  ['not an address', PASSWORD, t('errors:emailInvalid')],
  ['weak@example.org', 'password1', t('errors:passwordCommon')],
  ['none@example.org', '', 'Standard input has no line for "New password:".'],
])('an owner %s with "%s" is refused in one line', async (email, password, reason) => {
  const { code, stderr } = await admin([...OWNER, email], environment, password);
  expect([code, stderr]).toEqual([1, `${reason}\n`]);
  expect(await roleOf(email)).toBeUndefined();
});

test('a password is never taken from the command line', async () => {
  const { code } = await admin([...OWNER, 'x@example.org', '--password', PASSWORD], environment);
  expect(code).toBe(2);
  expect((await admin(['reset-password', 'x@example.org', PASSWORD], environment)).code).toBe(2);
});

test('a new password ends sessions and mailed links, and the person is told', async () => {
  const member = await createMember(instance);
  const { code } = await admin(
    ['reset-password', member.email.toUpperCase()],
    environment,
    'Another-Pferd-7\n',
  );
  expect(code).toBe(0);
  expect((await instance.call('GET', '/transactions', { as: member })).status).toBe(401);
  expect((await signIn(instance, member)).status).toBe(401);
  expect((await signIn(instance, { email: member.email, password: 'Another-Pferd-7' })).status).toBe(200);
  const missing = await admin(['reset-password', 'nobody@example.org'], environment, PASSWORD);
  expect([missing.code, missing.stderr]).toEqual([
    1,
    'There is no account "nobody@example.org". "npm run admin -- users" lists them.\n',
  ]);
});

test('two-step sign-in is turned off for somebody who lost the app', async () => {
  const member = await createMember(instance);
  const row = { user_id: member.id, secret: 'x', confirmed_at: '2026-06-01T00:00:00.000Z', last_step: 0 };
  await instance.app.database.db.insertInto('second_factors').values(row).execute();
  expect((await signIn(instance, member)).data).toHaveProperty('twoFactorRequired', true);
  for (const said of ['is off now', 'was not on'])
    expect((await admin(['reset-second-factor', member.email], environment)).stdout).toContain(said);
  expect((await signIn(instance, member)).data.accessToken).toBeTruthy();
});

test('the last super admin stays, though two are demoted at the same moment', async () => {
  const member = await createMember(instance);
  expect((await admin(['set-role', member.email, 'admin'], environment)).stdout).toContain(
    'is admin now, and was user',
  );
  expect(await roleOf(member.email)).toBe('admin');
  expect((await admin(['set-role', member.email, 'king'], environment)).code).toBe(2);
  const answers = await Promise.all(
    ['ada@example.org', 'second@example.org'].map((email) => admin(['set-role', email, 'user'], environment)),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
  expect(answers.find(({ code }) => code === 1)?.stderr).toBe(`${t('errors:LAST_SUPER_ADMIN')}\n`);
  const left = [await roleOf('ada@example.org'), await roleOf('second@example.org')];
  expect(left.filter((role) => role === 'super_admin')).toHaveLength(1);
});

test('accounts are listed by address, name or id, with their status', async () => {
  const member = await createMember(instance, { verified: false });
  const { db } = instance.app.database;
  for (const words of [
    ['users', member.email],
    ['users', member.email.replace('.org', '。ORG')],
    ['users', member.id],
  ]) {
    const { stdout } = await admin(words, environment);
    expect(stdout).toBe(`${member.email}  Noa Levi  user  not verified  never signed in  ${member.id}\n`);
  }
  const blocked = { restriction_type: 'blocked', reason: null, is_active: 1, expires_at: null } as const;
  const created_at = instance.app.clock().toISOString();
  await db
    .insertInto('restrictions')
    .values({ user_id: member.id, id: 'r', ...blocked, created_at })
    .execute();
  expect((await admin(['users', member.email], environment)).stdout).toContain('  blocked  ');
  expect((await admin(['unblock', member.email], environment)).stdout).toContain('is no longer blocked');
  expect((await admin(['users', member.email], environment)).stdout).toContain('  not verified  ');
  expect((await admin(['unblock', member.id], environment)).stdout).toContain('was not blocked');
  const none = await admin(['users', '%'], environment);
  expect([none.code, none.stdout, none.stderr]).toEqual([0, '', 'No account.\n']);
});

test('maintenance begins and ends from the command line', async () => {
  const member = await createMember(instance);
  const asked = async () => {
    await instance.app.site.reload();
    return (await instance.call('GET', '/transactions', { as: member })).status;
  };
  expect((await admin(['maintenance', 'on', 'Back at ten'], environment)).stdout).toContain('Back at ten');
  expect(await asked()).toBe(503);
  expect((await admin(['maintenance', 'status'], environment)).stdout).toContain('Maintenance is on');
  expect((await admin(['maintenance', 'off'], environment)).stdout).toBe('Maintenance is off.\n');
  expect(await asked()).toBe(200);
  for (const words of [['maintenance'], ['maintenance', 'of'], ['maintenance', 'off', 'Bye']])
    expect((await admin(words, environment)).code).toBe(2);
  const long = await admin(['maintenance', 'on', 'x'.repeat(501)], environment);
  expect([long.code, long.stderr]).toEqual([1, `${t('errors:maintenanceMessageMax')}\n`]);
  expect(await asked()).toBe(200);
});

test('closed accounts whose time is over are purged, and others stay', async () => {
  const [due, later] = [await createMember(instance), await createMember(instance)];
  const { db } = instance.app.database;
  for (const [{ id }, purge_after] of [
    [due, '2020-01-01T00:00:00.000Z'],
    [later, '2999-01-01T00:00:00.000Z'],
  ] as const)
    await db.updateTable('users').set({ closed_at: purge_after, purge_after }).where('id', '=', id).execute();
  expect((await admin(['purge'], environment)).stdout).toBe('1 account was purged.\n');
  expect([await roleOf(due.email), await roleOf(later.email)]).toEqual([undefined, 'user']);
});

test('what was done is in the activity log, and no password is', async () => {
  const { db } = instance.app.database;
  const entries = await db.selectFrom('activity').selectAll().orderBy('id').execute();
  const byHost = entries.filter(({ details }) => JSON.parse(details).by === 'command line');
  expect(new Set(byHost.map(({ action_type }) => action_type))).toEqual(
    new Set(['create_owner', 'set_password', 'set_role', 'unblock', 'change_setting', 'reset_second_factor']),
  );
  expect(byHost.every(({ admin_id, ip }) => admin_id === null && ip === null)).toBe(true);
  expect(JSON.stringify(entries)).not.toMatch(/Pferd/);
});
