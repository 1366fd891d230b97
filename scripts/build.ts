import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeBillOfMaterials } from './bill-of-materials.ts';
import { commandFile, ROOT, run } from './children.ts';
import { buildIsCurrent, fingerprint, markBuild } from './fingerprint.ts';
import { precompress } from './precompress.ts';
import { buildWorker } from './worker.ts';

/** Builds the pages and compresses the browser's files. @throws Error with Astro's message */
export async function build(): Promise<string> {
  const started = performance.now();
  const print = fingerprint();
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  // In another mode Vite would compile for it, and pages would call functions of development only.
  const mode = { NODE_ENV: 'production' };
  const { code, output } = await run(commandFile('astro', 'bin/astro.mjs'), ['build'], mode);
  if (code !== 0) throw new Error(output);
  await buildWorker();
  writeBillOfMaterials();
  const bytes = await precompress(join(ROOT, 'dist/client'));
  // Last, so that an interrupted build does not count as current.
  markBuild(print);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return `Built in ${seconds} s; all files for the browser together: ${Math.ceil(bytes / 1024)} kB compressed.`;
}

export async function buildIfNeeded(): Promise<void> {
  if (buildIsCurrent()) return;
  console.log('Building Pruta, this takes a moment …');
  console.log(await build());
}

if (import.meta.main) {
  try {
    console.log(await build());
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
