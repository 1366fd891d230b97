import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';

// A process of its own, whose heap nobody else fills.
const PROGRAM = `
  const { memoryReturn, heapSize } = await import('./src/memory.ts');
  let quiet = false;
  const sweep = memoryReturn(() => quiet);
  const sweeps = (count) => { for (let second = 0; second < count; second += 1) sweep(); };
  let kept = [];
  for (let index = 0; index < 3e6; index += 1) kept.push({ text: 'x' + index });
  kept = [];
  const held = [heapSize()];
  sweeps(100);
  held.push(heapSize());
  quiet = true;
  sweeps(9);
  held.push(heapSize());
  sweeps(1);
  held.push(heapSize());
  console.log(JSON.stringify(held.map((bytes) => bytes > 96 * 1024 * 1024)), typeof globalThis.gc);
`;

test('the memory of garbage is given back after ten quiet seconds, and not while requests are under way', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe('[true,true,true,false] undefined\n');
});
