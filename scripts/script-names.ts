import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './children.ts';

/** Which file is what: built scripts are named by their hash alone. It is no part of what the server delivers. */
export const SCRIPT_NAMES = join(ROOT, 'dist/scripts.json');

/** Writes `dist/scripts.json`: the paths of the scripts that browsers load, and the names of their chunks. */
export function scriptNames(): Plugin {
  return {
    name: 'pruta:script-names',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const names = Object.fromEntries(chunks.map(({ name, fileName }) => [`/${fileName}`, name]));
      writeFileSync(SCRIPT_NAMES, JSON.stringify(names, null, 2));
    },
  };
}
