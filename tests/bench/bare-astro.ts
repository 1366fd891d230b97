import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandFile, ROOT, run } from '../../scripts/children.ts';
import { type Bare, startBare } from './bare.ts';
import { tableOf, tablePage } from './table-page.ts';

/**
 * Builds and starts an Astro site that prints a page's table, cell by cell, and does nothing else: no database, no
 * session, no layout.
 * @throws Error with Astro's message when the build fails, or when the tables differ
 */
export async function startBareAstro(html: string): Promise<Bare> {
  const { entry, folder, remove } = await buildBareAstro(html);
  const bare = await startBare([entry], folder);
  const close = () => {
    bare.close();
    remove();
  };
  const printed = await (await fetch(bare.url)).text();
  if (tableOf(printed) !== tableOf(html)) {
    close();
    throw new Error('The bare page prints another table.');
  }
  return { ...bare, close };
}

/** Builds it without starting it; `entry` is the program to start in `folder`. */
export async function buildBareAstro(html: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pruta-bare-astro-'));
  const { page, rows } = tablePage(html);
  cpSync(join(ROOT, 'tests/bench/bare-astro'), folder, { recursive: true });
  mkdirSync(join(folder, 'src/pages'), { recursive: true });
  writeFileSync(join(folder, 'src/pages/index.astro'), page);
  writeFileSync(join(folder, 'src/rows.json'), JSON.stringify(rows));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const { code, output } = await run(commandFile('astro', 'bin/astro.mjs'), ['build', '--root', folder]);
  if (code !== 0) {
    remove();
    throw new Error(output);
  }
  return { entry: join(folder, 'dist/server/entry.mjs'), folder, remove };
}
