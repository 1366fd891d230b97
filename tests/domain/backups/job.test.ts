import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { holdLease } from '../../../src/db/lease.ts';
import { listBackups } from '../../../src/domain/backups/folder.ts';
import { makeBackup } from '../../../src/domain/backups/make.ts';
import { BACKUP, backUpIfDue, type Outcome } from '../../../src/jobs/back-up.ts';
import { createInstance } from '../../support/instances.ts';
import { createMember } from '../../support/members.ts';

const instance = await createInstance();
const DAY = 86_400;

async function make(): Promise<Outcome> {
  const { name, differences } = await makeBackup(instance.app.config, { now: instance.app.clock() });
  return { name, differences: differences.length };
}

const run = (making = make) => backUpIfDue(instance.app, making);
const names = () => listBackups(instance.backups).map(({ name }) => name);

beforeEach(() => instance.advance(DAY));

test('an instance without people is not backed up; afterwards it is once a day', async () => {
  expect(await run()).toBe('not due');
  await createMember(instance);
  expect(await run()).toBe('made');
  expect(await run()).toBe('not due');
  instance.advance(DAY);
  expect(await run()).toBe('made');
  expect(names()).toHaveLength(2);
});

test('those that are no longer needed are deleted, and nothing else in the folder', async () => {
  mkdirSync(instance.backups, { recursive: true });
  for (const name of ['before-restore-2020-01-01-000000.db', 'mine.db'])
    writeFileSync(join(instance.backups, name), '');
  for (let day = 0; day < 20; day += 1) {
    instance.advance(DAY);
    expect(await run()).toBe('made');
  }
  expect(names().filter((name) => name.startsWith('pruta'))).toHaveLength(10);
  const files = readdirSync(instance.backups);
  expect(files).toContain('before-restore-2020-01-01-000000.db');
  expect(files).toContain('mine.db');
  expect(files.filter((name) => name.endsWith('.check'))).toHaveLength(10);
});

test('a failure is logged and keeps the older ones', async () => {
  const before = names();
  expect(await run(async () => ({ problem: 'the disk is full' }))).toBe('failed');
  expect(names()).toEqual(before);
  expect(instance.logs.at(-1)).toContain('the disk is full');
  expect(await run()).toBe('made');
});

test('a backup whose totals differ deletes none of those before it', async () => {
  for (let day = 0; day < 9; day += 1) {
    instance.advance(DAY);
    expect(await run(async () => ({ ...(await make()), differences: 1 }))).toBe('made');
  }
  expect(names().filter((name) => name.startsWith('pruta')).length).toBeGreaterThan(17);
  expect(instance.logs.at(-1)).toContain('stored totals differ');
});

test('it rests during maintenance, and while another node does it', async () => {
  const { app } = instance;
  const lease = await holdLease(app.database.db, BACKUP, app.clock);
  expect(await run()).toBe('elsewhere');
  await lease?.release();
  const resting = {
    ...app,
    site: { ...app.site, settings: { ...app.site.settings, maintenance_mode: true } },
  };
  expect(await backUpIfDue({ ...resting, site: { ...resting.site, refresh: async () => {} } }, make)).toBe(
    'rests',
  );
  expect(await run()).toBe('made');
});
