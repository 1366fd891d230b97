import { existsSync, mkdirSync, readdirSync, utimesSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { generateHousehold } from '../../../scripts/demo/household.ts';
import { loadTransactions } from '../../../scripts/demo/load.ts';
import { makeBackup } from '../../../src/domain/backups/backups.ts';
import { listBackups } from '../../../src/domain/backups/folder.ts';
import { checkSqlite, isWhole } from '../../../src/domain/backups/sqlite.ts';
import { admin, startAdmin } from '../../support/host.ts';
import { contentOf, createInstance } from '../../support/instances.ts';
import { createMember, record } from '../../support/members.ts';

const instance = await createInstance();
const { database, config } = instance.app;
const environment = { DATA_DIR: instance.storage.DATA_DIR };

async function household(): Promise<void> {
  const { id } = await createMember(instance);
  const rows = generateHousehold({ seed: id, today: '2026-06-15' }).slice(-1000);
  await loadTransactions(database.db, id, rows, instance.app.clock());
}

/** Kills a command at the nth file event in some folders; whether it was done by then. */
async function killedAt(event: number, folders: string[], words: string[]): Promise<boolean> {
  const { child, answer } = startAdmin(words, environment);
  let seen = 0;
  const watchers = folders.map((folder) =>
    watch(folder, () => {
      seen += 1;
      if (seen === event) child.kill('SIGKILL');
    }),
  );
  const { code } = await answer;
  for (const watcher of watchers) watcher.close();
  return code === 0;
}

test('a backup that is killed leaves no half file under a name of a backup', async () => {
  await household();
  mkdirSync(instance.backups, { mode: 0o700 });
  let finished = 0;
  for (const event of [1, 5]) {
    if (await killedAt(event, [instance.backups], ['backup'])) finished += 1;
    for (const { name } of listBackups(instance.backups))
      expect(isWhole(await checkSqlite(join(instance.backups, name)))).toBe(true);
  }
  expect(finished).toBeLessThan(2);
  const left = readdirSync(instance.backups).filter((name) => name.includes('partial'));
  expect(left).not.toEqual([]);
  // An hour later the next one deletes leftovers, and nothing of other programs.
  writeFileSync(join(instance.backups, 'film.partial'), '');
  for (const name of [...left, 'film.partial'])
    utimesSync(join(instance.backups, name), 0, Date.now() / 1000 - 3601);
  expect((await admin(['backup'], environment)).code).toBe(0);
  expect(readdirSync(instance.backups).filter((name) => name.includes('partial'))).toEqual(['film.partial']);
});

test('a restoration that is killed leaves the old content or the new one, never a mixture', async () => {
  await household();
  const { file: first } = await makeBackup(config, { now: instance.app.clock() });
  await household();
  const { file: second } = await makeBackup(config, { now: instance.app.clock() });
  const contents = [first, second].map(contentOf);
  const seen = new Set<string>();
  let now = 1;
  for (const event of [1, 12, 30, 10_000]) {
    const other = 1 - now;
    const folders = [instance.storage.DATA_DIR, instance.backups];
    const isDone = await killedAt(event, folders, ['restore', [first, second][other] ?? '']);
    const content = JSON.stringify(contentOf(instance.file));
    const stage = contents.findIndex((one) => JSON.stringify(one) === content);
    expect(isDone ? [other] : [now, other]).toContain(stage);
    expect(isWhole(await checkSqlite(instance.file))).toBe(true);
    seen.add(stage === now ? 'old' : 'new');
    now = stage;
  }
  expect(seen).toEqual(new Set(['old', 'new']));
});

test('what is written beside a backup and a restoration is in the database or in the copy of it', async () => {
  const member = await createMember(instance);
  const { file } = await makeBackup(config, { now: instance.app.clock() });
  const session = { ...member };
  const kept: string[] = [];
  let isWriting = true;
  const writing = (async () => {
    for (let number = 0; isWriting; number += 1) {
      const made = await record(instance, session, { description: `Beside ${number}` }).catch(() => null);
      // The restoration has ended the session.
      if (!made) return;
      kept.push(made.id);
      // Learns about the other processes.
      await turn();
    }
  })();
  const beside = await startAdmin(['backup'], environment).answer;
  const before = new Set(listBackups(instance.backups).map(({ name }) => name));
  const restored = await startAdmin(['restore', file], environment).answer;
  isWriting = false;
  await writing;
  expect([beside.code, restored.code], restored.stderr).toEqual([0, 0]);
  const [safety] = listBackups(instance.backups).filter(({ name }) => !before.has(name));
  const copied = contentOf(join(instance.backups, safety?.name ?? '')).transactions ?? [];
  const present = contentOf(instance.file).transactions ?? [];
  const idOf = (row: string) => JSON.parse(row).id as string;
  const found = new Set([...copied, ...present].map(idOf));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((id) => !found.has(id))).toEqual([]);
  expect(isWhole(await checkSqlite(instance.file))).toBe(true);
  expect(existsSync(join(environment.DATA_DIR, 'pruta.db'))).toBe(true);
});
