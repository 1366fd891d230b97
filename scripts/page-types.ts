import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ConvertToTsxResult, convertToTsx } from '@astrojs/astro2tsx';
import { commandFile, type Outcome, ROOT, run } from './children.ts';

/** One of the `rootDirs` of the compiler's settings for pages, so that relative imports lead to the sources. */
const FOLDER = 'test-results/types';
const PLACE = new RegExp(`${FOLDER}/(.+?\\.astro)\\.tsx\\((\\d+),(\\d+)\\)`, 'g');
const SCRIPT = new RegExp(`${FOLDER}/(.+?\\.astro)\\.\\d+\\.mts`, 'g');

/**
 * Checks the types of all modules and pages. The native compiler reads no pages, so each becomes a module of TypeScript:
 * `astro check`, which does the same for the compiler in JavaScript, takes longer for the pages than this for everything.
 */
export async function checkTypes(): Promise<Outcome> {
  rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  const pages = new Map(globSync('src/**/*.astro', { cwd: ROOT }).map((path) => [path, readPage(path)]));
  const unreadable = [...pages].flatMap(([path, { source, diagnostics }]) =>
    diagnostics.map(({ message, position }) => `${at(path, source, position.start)}: ${message}\n`),
  );
  const compiler = commandFile('typescript-7', 'bin/tsc');
  const words = ['--noEmit', '--pretty', 'false', '--checkers', '1', '--project', 'tsconfig.astro.json'];
  const { code, output } = await run(compiler, words);
  const located = output
    .replaceAll(PLACE, (place, path: string, line: string, column: string) => {
      const page = pages.get(path);
      return page ? at(path, page.source, originOf(page, Number(line), Number(column))) : place;
    })
    .replaceAll(SCRIPT, '$1');
  return { code: code || unreadable.length, output: unreadable.join('') + located };
}

interface PageCode extends ConvertToTsxResult {
  source: string;
}

/** Writes a page and its scripts as modules. */
function readPage(path: string): PageCode {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const page = convertToTsx(source, { filename: path });
  const module = join(ROOT, FOLDER, path);
  mkdirSync(dirname(module), { recursive: true });
  writeFileSync(`${module}.tsx`, page.code);
  for (const [index, { content, position }] of page.scripts.entries()) {
    // In the lines that they have in the page.
    const above = source.slice(0, position.start).replaceAll(/[^\n]+/g, '');
    writeFileSync(`${module}.${index}.mts`, above + content);
  }
  return { ...page, source };
}

/** The offset in the page of a place in its code. */
function originOf({ code, mappings }: PageCode, line: number, column: number): number {
  const lines = code.split('\n').slice(0, line - 1);
  const offset = lines.reduce((sum, { length }) => sum + length + 1, column - 1);
  const [from = 0, , origin = 0] = mappings.findLast(([start]) => start <= offset) ?? [];
  return origin + offset - from;
}

function at(path: string, source: string, offset: number): string {
  const lines = source.slice(0, offset).split('\n');
  return `${path}(${lines.length},${(lines.at(-1)?.length ?? 0) + 1})`;
}
