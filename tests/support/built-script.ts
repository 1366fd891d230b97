import { readFileSync } from 'node:fs';
import { SCRIPT_NAMES } from '../../scripts/script-names.ts';

export function builtScript(name: string): string {
  const names: Record<string, string> = JSON.parse(readFileSync(SCRIPT_NAMES, 'utf8'));
  const [path, ...others] = Object.keys(names).filter((each) => names[each] === name);
  if (!path || others.length > 0) throw new Error(`The build has no or several scripts named ${name}.`);
  return path;
}
