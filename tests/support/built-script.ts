import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../scripts/children.ts';
import { SCRIPT_NAMES } from '../../scripts/script-names.ts';

export function builtScript(name: string): string {
  const names: Record<string, string> = JSON.parse(readFileSync(SCRIPT_NAMES, 'utf8'));
  const [path, ...others] = Object.keys(names).filter((each) => names[each] === name);
  if (!path || others.length > 0) throw new Error(`The build has no or several scripts named ${name}.`);
  return path;
}

/** The path of a built script with those of all that are loaded with it. */
export function loadedWith(path: string, paths = new Set<string>()): Set<string> {
  if (paths.has(path)) return paths;
  paths.add(path);
  const code = readFileSync(join(ROOT, 'dist/client', path), 'utf8');
  for (const [, name] of code.matchAll(/(?:from|import)["'`]\.\/([\w-]+\.js)/g))
    loadedWith(`/_astro/${name}`, paths);
  return paths;
}
