import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import {
  downloadBackup,
  makeBackupNow,
  readBackups,
  readDownload,
} from '../../../src/domain/admin/backups.ts';
import { makeBackup } from '../../../src/domain/backups/backups.ts';
import type { SignedIn } from '../../../src/domain/context.ts';
import { backUpIfAsked } from '../../../src/jobs/daily-backup.ts';
import { createInstance } from '../../support/instances.ts';
import { contextOf, createMember, PASSWORD } from '../../support/members.ts';

const instance = await createInstance();
let owner: SignedIn;
let admin: SignedIn;

const codeOf = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'done',
      ({ code }) => code,
    );
const logged = (type: 'make_backup' | 'download_backup') =>
  instance.app.database.db
    .selectFrom('activity')
    .select(['actor_id', 'details'])
    .where('action_type', '=', type)
    .execute();

async function make() {
  const { name, differences } = await makeBackup(instance.app.config, { now: instance.app.clock() });
  return { name, differences: differences.length };
}

beforeAll(async () => {
  owner = await contextOf(instance, await createMember(instance, { role: 'super_admin' }));
  admin = await contextOf(instance, await createMember(instance, { role: 'admin' }));
});

test('an admin asks for a backup, is told that it is being made, and finds it in the list', async () => {
  await makeBackupNow(admin);
  expect(await codeOf(() => makeBackupNow(owner))).toBe('BACKUP_ASKED');
  expect((await readBackups(admin)).asked).toMatchObject({ asked_by: 'Noa Levi' });
  await backUpIfAsked(instance.app, make);
  const { asked, ended, backups } = await readBackups(admin);
  expect(asked).toBeNull();
  expect(ended).toMatchObject({ name: backups[0]?.name, problem: null });
  expect(backups[0]).toMatchObject({
    keptAs: ['daily', 'weekly', 'monthly'],
    checked: { people: 2, differences: 0 },
  });
  expect(await logged('make_backup')).toMatchObject([{ actor_id: admin.viewer.id }]);
});

test('one that failed is told with its reason', async () => {
  // Otherwise the test's clock stands still.
  instance.advance(1);
  await makeBackupNow(admin);
  await backUpIfAsked(instance.app, async () => ({ problem: 'the disk is full' }));
  expect((await readBackups(admin)).ended).toMatchObject({ name: null, problem: 'the disk is full' });
});

test('only a super admin downloads it, by their password, and that is in the log', async () => {
  const { name } = await make();
  for (const work of [() => readDownload(admin, name), () => downloadBackup(admin, name, PASSWORD)])
    expect(await codeOf(work)).toBe('FORBIDDEN');
  expect(await codeOf(() => downloadBackup(owner, name, 'guess'))).toBe('CURRENT_PASSWORD_WRONG');
  expect(await logged('download_backup')).toEqual([]);
  const { file, size } = await downloadBackup(owner, name, PASSWORD);
  const content = readFileSync(join(instance.backups, name));
  expect(size).toBe(content.length);
  file.setEncoding('latin1');
  expect((await text(file)) === content.toString('latin1')).toBe(true);
  expect(await logged('download_backup')).toEqual([
    { actor_id: owner.viewer.id, details: JSON.stringify({ backup: name }) },
  ]);
});

test('no other file is read', async () => {
  for (const name of ['../pruta.db', 'pruta.db', '..%2fpruta.db', 'pruta-2020-01-01-000000.db', ''])
    expect(await codeOf(() => downloadBackup(owner, name, PASSWORD)), name).toBe('NOT_FOUND');
});

test('an account without a password sets one first', async () => {
  const person = await createMember(instance, { role: 'super_admin' });
  const context = await contextOf(instance, person);
  await instance.app.database.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', person.id)
    .execute();
  const { name } = await make();
  expect(await codeOf(() => downloadBackup(context, name, PASSWORD))).toBe('PASSWORD_REQUIRED');
});
