import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { leftBehind, markChildren } from '../../scripts/left-behind.ts';

test.runIf(process.platform === 'linux')('a process that a run leaves behind is found', async () => {
  markChildren();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill('SIGKILL'));
  const isFound = () => leftBehind().some((line) => line.startsWith(`${child.pid} `));
  expect(isFound()).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isFound()).toBe(false);
});
