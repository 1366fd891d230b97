import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './children.ts';

/** Maps built scripts, named by their hash alone, to the names of their chunks. The server does not deliver it. */
export const SCRIPT_NAMES = join(ROOT, 'dist/scripts.json');

/** Writes `dist/scripts.json`: the paths of browser scripts, and the names of their chunks. */
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
