import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createContext } from '../../../src/app.ts';
import { holdLease } from '../../../src/db/lease.ts';
import { inTransaction } from '../../../src/db/transact.ts';
import { makeBackup } from '../../../src/domain/backups/backups.ts';
import { listBackups } from '../../../src/domain/backups/folder.ts';
import { askForRun, findEndedRuns, type Outcome } from '../../../src/domain/backups/runs.ts';
import { BACKUP } from '../../../src/domain/backups/state.ts';
import { readHealth } from '../../../src/domain/instance/health.ts';
import { backUpIfAsked, backUpIfDue } from '../../../src/jobs/daily-backup.ts';
import { createInstance } from '../../support/instances.ts';
import { createMember } from '../../support/members.ts';

const instance = await createInstance();
const DAY = 86_400;

async function make(): Promise<Outcome> {
  const { name, differences } = await makeBackup(instance.app.config, { now: instance.app.clock() });
  return { name, differences: differences.length };
}

type Making = () => Promise<Outcome | null>;
const run = (making: Making = make) => backUpIfDue(instance.app, making);
const health = () => readHealth(createContext(instance.app));
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
  expect((await health()).backups.failed?.problem).toBe('the disk is full');
  expect(await run()).toBe('made');
  expect((await health()).backups.failed).toBeNull();
});

test('while stored totals differ, none of the whole ones is deleted, and the folder does not grow for ever', async () => {
  const before = names();
  for (let day = 0; day < 9; day += 1) {
    instance.advance(DAY);
    expect(await run(makeDifferent)).toBe('made');
  }
  expect(names()).toEqual(expect.arrayContaining(before.filter((name) => name.startsWith('pruta'))));
  expect(names().length).toBeLessThanOrEqual(before.length + 8);
  expect(instance.logs.at(-1)).toContain('stored totals differ');
  expect((await health()).backups.last).toMatchObject({ age_s: 0, differences: 1 });
  expect((await health()).status).toBe('attention');
});

async function makeDifferent(): Promise<Outcome> {
  const made = await make();
  const file = join(instance.backups, `${'name' in made && made.name}.check`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), differences: 1 }));
  return { ...made, differences: 1 } as Outcome;
}

test('one that is overdue is told, and not any more once it is made', async () => {
  expect(await run()).toBe('made');
  expect((await health()).backups).toMatchObject({ overdue: false, last: { age_s: 0, differences: 0 } });
  instance.advance(2 * DAY);
  expect((await health()).backups).toMatchObject({ overdue: true, last: { age_s: 2 * DAY } });
  expect(await run()).toBe('made');
  expect((await health()).backups.overdue).toBe(false);
});

test('one that was made by hand today takes the place of that of the day', async () => {
  instance.advance(2 * DAY);
  await make();
  expect(await run()).toBe('not due');
  expect((await health()).backups.overdue).toBe(false);
});

test('one that was asked for is made once, and its end is known', async () => {
  const { app } = instance;
  const ask = () => inTransaction(app.database.db, (tx) => askForRun(tx, app.clock(), 'Noa Levi'));
  expect(await backUpIfAsked(app, make)).toBe('not due');
  expect([await ask(), await ask()]).toEqual([true, false]);
  // When a process ends, the next one takes over.
  expect(await backUpIfAsked(app, async () => null)).toBe('interrupted');
  expect(await backUpIfAsked(app, make)).toBe('made');
  expect(await backUpIfAsked(app, make)).toBe('not due');
  const [last] = await findEndedRuns(app.database.db, 1);
  expect(last).toMatchObject({ asked_by: 'Noa Levi', differences: 0, problem: null });
  expect(names()).toContain(last?.name);
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
