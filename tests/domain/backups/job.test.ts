import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createContext } from '../../../src/app.ts';
import { acquireLease } from '../../../src/db/lease.ts';
import { inTransaction } from '../../../src/db/transact.ts';
import { makeBackup } from '../../../src/domain/backups/backups.ts';
import { listBackups } from '../../../src/domain/backups/folder.ts';
import { askForRun, type BackupOutcome, findEndedRuns } from '../../../src/domain/backups/runs.ts';
import { BACKUP } from '../../../src/domain/backups/state.ts';
import { readHealth } from '../../../src/domain/instance/health.ts';
import { readMetrics } from '../../../src/domain/instance/metrics.ts';
import { backUpIfAsked, backUpIfDue, scheduleBackups } from '../../../src/jobs/daily-backup.ts';
import { createInstance } from '../../support/instances.ts';
import { createMember } from '../../support/members.ts';

const instance = await createInstance();
const DAY = 86_400;

async function make(): Promise<BackupOutcome> {
  const { name, differences } = await makeBackup(instance.app.config, { now: instance.app.clock() });
  return { name, differences: differences.length };
}

type Making = () => Promise<BackupOutcome | null>;
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

test.each([
  ['all', 'on', 1],
  ['web', 'on', 0],
  ['all', 'off', 0],
] as const)(
  'of role %s with backups %s, a folder that cannot be used is told at the start',
  (NODE_ROLE, BACKUPS, lines) => {
    const BACKUP_DIR = join(instance.file, 'backups');
    const app = { ...instance.app, config: { ...instance.app.config, BACKUP_DIR, NODE_ROLE, BACKUPS } };
    const before = instance.logs.length;
    scheduleBackups(app, new URL('file:///none'))();
    const told = instance.logs.slice(before).filter((line) => line.includes('BACKUP_DIR cannot be used'));
    expect(told).toHaveLength(lines);
    for (const line of told) expect(JSON.parse(line)).toMatchObject({ level: 'error', folder: BACKUP_DIR });
  },
);

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

async function makeDifferent(): Promise<BackupOutcome> {
  const made = await make();
  const file = join(instance.backups, `${'name' in made && made.name}.check`);
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), differences: 1 }));
  return { ...made, differences: 1 } as BackupOutcome;
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

describe('the command after a backup', () => {
  const folder = join(instance.storage.DATA_DIR, `it's "$(touch hacked)"`);
  const node = (BACKUP_COMMAND?: string, seconds = 60): typeof instance.app => ({
    ...instance.app,
    config: {
      ...instance.app.config,
      BACKUP_DIR: folder,
      BACKUP_COMMAND,
      BACKUP_COMMAND_TIMEOUT: seconds,
    },
  });
  const run = (at: typeof instance.app) => {
    instance.advance(DAY);
    return backUpIfDue(at, makerOf(at));
  };
  const makerOf = (at: typeof instance.app) => async () => {
    const { name } = await makeBackup(at.config, { now: at.clock() });
    return { name, differences: 0 };
  };
  const jobOf = async (at: typeof instance.app) =>
    (await readHealth(createContext(at))).jobs.find(({ name }) => name === 'backup_command');

  test('gets its file by a variable, whatever its name, and none of the secrets', async () => {
    vi.stubEnv('APP_SECRET', 'a secret of the server');
    onTestFinished(() => void vi.unstubAllEnvs());
    const copying = node('cp "$BACKUP_FILE" "$BACKUP_FILE.elsewhere" && env > "$BACKUP_FILE.env"');
    expect(await run(copying)).toBe('made');
    const [{ name } = { name: '' }] = listBackups(folder);
    expect(readFileSync(join(folder, `${name}.elsewhere`))).toEqual(readFileSync(join(folder, name)));
    expect(readFileSync(join(folder, `${name}.env`), 'utf8')).not.toContain('a secret');
    expect(await jobOf(copying)).toMatchObject({ failing_since: null, late: false });
  });

  test.each([
    ['echo no such bucket >&2; exit 3', 'it ended with code 3: no such bucket'],
    ['no-such-program-anywhere', /^it ended with code 127: .*not found/],
    // Its output is open as long as one of them runs.
    ['sleep 600 & sleep 600', 'it took longer than 1 seconds'],
  ])('that fails as “%s” loses no backup, and is told until it is well', async (command, problem) => {
    const failing = node(command, 1);
    const before = listBackups(folder).length;
    expect(await run(failing)).toBe('made');
    expect(listBackups(folder)).toHaveLength(before + 1);
    const told = instance.logs.map((line) => JSON.parse(line)).findLast(({ level }) => level === 'error');
    expect(told.problem).toEqual(expect.stringMatching(problem));
    expect(await jobOf(failing)).toMatchObject({ failing_since: expect.any(String) });
    expect(await readMetrics(createContext(failing))).toContain('pruta_job_failing{job="backup_command"} 1');
    expect(await run(node('true'))).toBe('made');
    expect(await jobOf(node('true'))).toMatchObject({ failing_since: null });
  });

  test('that leaves something running in a session of its own is well, and not waited for', async () => {
    const leaving = node('setsid sleep 20 & exit 0');
    expect(await run(leaving)).toBe('made');
    expect(await jobOf(leaving)).toMatchObject({ failing_since: null });
  });

  test('that is no longer set is no longer told', async () => {
    expect(await run(node('false'))).toBe('made');
    expect(await jobOf(node())).toMatchObject({ failing_since: expect.any(String) });
    expect(await run(node())).toBe('made');
    expect(await jobOf(node('true'))).toBeUndefined();
    expect(readdirSync(instance.storage.DATA_DIR)).not.toContain('hacked');
  });

  test('ends with the server', async () => {
    const stopping = new AbortController();
    stopping.abort();
    instance.advance(DAY);
    const at = node('sleep 600');
    expect(await backUpIfDue(at, makerOf(at), stopping.signal)).toBe('made');
    expect(instance.logs.findLast((line) => line.includes('"error"'))).toContain('because the server stops');
  });
});

test('it rests during maintenance, and while another node does it', async () => {
  const { app } = instance;
  const lease = await acquireLease(app.database.db, BACKUP, app.clock);
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
