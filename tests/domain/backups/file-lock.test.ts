import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../../../scripts/children.ts';
import { isLocked, takeLock } from '../../../src/db/backup/file-lock.ts';
import { deleteAbandoned, lockOf } from '../../../src/domain/backups/folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'pruta-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A process that has the lock of a file until it is killed. */
async function holder(file: string) {
  const module = pathToFileURL(join(ROOT, 'src/db/backup/file-lock.ts'));
  const script = `const { takeLock } = await import('${module}'); takeLock(${JSON.stringify(file)});
    console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  return child;
}

test('a lock is had by one at a time, and released', () => {
  const file = join(folder, 'one.lock');
  const lock = takeLock(file);
  expect([lock === null, isLocked(file), takeLock(file)]).toEqual([false, true, null]);
  lock?.release();
  expect([isLocked(file), existsSync(file)]).toEqual([false, false]);
});

test('what a process works on stays, and goes once it is killed, whatever number it had', async () => {
  const partial = join(folder, 'pruta-2026-06-17-020000.db.7.partial');
  const child = await holder(lockOf(partial));
  writeFileSync(partial, 'half');
  deleteAbandoned(folder, /\.partial$/);
  expect(existsSync(partial)).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  deleteAbandoned(folder, /\.partial$/);
  expect([existsSync(partial), existsSync(lockOf(partial))]).toEqual([false, false]);
});
