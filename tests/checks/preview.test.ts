import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { readSources, type Source } from '../../scripts/sources.ts';

const sources = readSources(/^(src|scripts\/preview)\/.*\.(astro|tsx|ts)$/);
const preview = sources.filter(({ path }) => path.startsWith('scripts/preview/'));
const shown = new Set(preview.flatMap(usedImports));

test('every part of src/ui is shown in the preview', () => {
  const parts = sources.filter(({ path }) => /^src\/ui\/.*\.(astro|tsx)$/.test(path));
  expect(parts.map(({ path }) => path).filter((path) => !shown.has(path))).toEqual([]);
});

test('every island that a page hydrates is shown in the preview, by itself or within a part', () => {
  const reached = reachedFrom(shown);
  const hydrated = sources.filter(({ path }) => /^src\/.*\.astro$/.test(path)).flatMap(hydratedImports);
  expect(hydrated).not.toEqual([]);
  expect([...new Set(hydrated)].filter((path) => !reached.has(path))).toEqual([]);
});

test('every folder of islands has a component that the preview shows, by itself or within another', () => {
  const folderOf = (path: string) => path.match(/^src\/islands\/([\w-]+)\/.*\.tsx$/)?.[1];
  const reached = [...reachedFrom(shown)].map(folderOf);
  const all = new Set(sources.map(({ path }) => folderOf(path)));
  expect([...all].filter((folder) => !reached.includes(folder))).toEqual([]);
});

/** Name → path of the components and modules of ours that a file imports. */
function importsOf({ path, text }: Source): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(/^import ([^;]*?) from '(\.[^']*)';/gms))
    for (const [name] of names.matchAll(/\b[A-Z]\w*/g)) found.set(name, join(path, '..', from));
  return found;
}

// What is only imported is not shown.
function usedImports(source: Source): string[] {
  const rest = source.text.replace(/^import [^;]*;/gm, '');
  const used = [...importsOf(source)].filter(([name]) => new RegExp(`\\b${name}\\b`).test(rest));
  return used.map(([, path]) => path);
}

function hydratedImports(source: Source): string[] {
  const imports = importsOf(source);
  const tags = [...source.text.matchAll(/<([A-Z]\w*)(?:(?!<[A-Z]).)*?\sclient:/gs)];
  return tags.flatMap(([, name = '']) => imports.get(name) ?? []);
}

function reachedFrom(paths: Iterable<string>): Set<string> {
  const reached = new Set(paths);
  for (const path of reached) {
    const source = sources.find((each) => each.path === path);
    for (const imported of source ? importsOf(source).values() : []) reached.add(imported);
  }
  return reached;
}
