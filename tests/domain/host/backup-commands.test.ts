import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { admin, startAdmin } from '../../support/host.ts';
import { createInstance } from '../../support/instances.ts';
import { createMember, record } from '../../support/members.ts';

const instance = await createInstance();
const environment = { DATA_DIR: instance.storage.DATA_DIR };

test('help is an answer, and a line that means nothing is answered with the usage', async () => {
  const [help, unknown, nothing, option, missing] = await Promise.all([
    startAdmin(['--help'], environment).answer,
    admin(['bakcup'], environment),
    admin([], environment),
    admin(['backup', '--fast'], environment),
    admin(['restore'], environment),
  ]);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(/restore FILE .*\n[\s\S]*Exit codes/);
  for (const { code, stdout, stderr } of [unknown, nothing, option, missing]) {
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('Usage: npm run admin --');
  }
  expect(unknown.stderr).toContain('no command "bakcup"');
});

test('a wrong DATA_DIR is said in one line, and nothing is created', async () => {
  const DATA_DIR = join(environment.DATA_DIR, 'mistyped');
  for (const { code, stdout, stderr } of await Promise.all([
    admin(['backup'], { DATA_DIR }),
    admin(['check'], { DATA_DIR }),
  ])) {
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^There is no database .*\n$/);
  }
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('the commands of backups work beside the open database', async () => {
  const member = await createMember(instance);
  await record(instance, member, { description: 'Secret therapist' });
  const file = join(environment.DATA_DIR, 'mine.db');
  expect(await admin(['backup', file], environment)).toMatchObject({ code: 0, stdout: `${file}\n` });
  const made = await admin(['backup'], environment);
  const listed = await admin(['backups'], environment);
  expect(listed.stdout).toMatch(/^pruta-\S+\.db .* whole: 1 accounts, 1 transactions\n$/);
  expect(made.stdout.trim().endsWith(listed.stdout.split(' ')[0] ?? '-')).toBe(true);
  const restored = await admin(['restore', file], environment);
  expect(restored.stdout).toContain('Restored 1 accounts with 1 trans');
  expect(restored.stdout).toContain(
    'Passwords, two-step sign-in, linked providers, addresses, roles and blocks',
  );

  const { db } = instance.app.database;
  const whole = await admin(['check'], environment);
  expect([whole.code, whole.stdout]).toEqual([0, '']);
  await db.updateTable('daily_totals').set({ amount: 99 }).where('user_id', '=', member.id).execute();
  const invalid = await admin(['check'], environment);
  expect([invalid.code, invalid.stdout]).toEqual([
    1,
    `${member.id}: daily_totals: 2026-06-10 expense uncategorized: amount is 99, the transactions have 1250\n`,
  ]);
  // Such a database is backed up too, but its restoration needs confirmation.
  const differing = join(environment.DATA_DIR, 'differing.db');
  expect(await admin(['backup', differing], environment)).toMatchObject({
    code: 1,
    stdout: `${differing}\n`,
  });
  const refused = await admin(['restore', differing], environment);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('was not restored: 1 of its stored totals');
  expect((await admin(['restore', differing, '--accept-differences'], environment)).code).toBe(0);
});
