import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './children.ts';
import { SCRIPT_NAMES } from './script-names.ts';

const CLIENT = join(ROOT, 'dist/client');

/** Builds `/worker.js` with the names of the built scripts that it stores at once. */
export async function buildWorker(): Promise<void> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    publicDir: false,
    define: { SHELL: JSON.stringify(shellScripts()) },
    build: {
      outDir: CLIENT,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(ROOT, 'src/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'worker.js' },
      },
    },
  });
}

/** The scripts and texts that report a failed connection must be stored beforehand. */
function shellScripts(): string[] {
  const names: Record<string, string> = JSON.parse(readFileSync(SCRIPT_NAMES, 'utf8'));
  const paths = new Set<string>();
  const add = (path: string) => {
    if (paths.has(path)) return;
    paths.add(path);
    const code = readFileSync(join(CLIENT, path), 'utf8');
    // Texts are loaded in one language, but all are stored.
    const isStatic = !/^(notices|texts|queue)$/.test(names[path] ?? '');
    const imports = isStatic ? /(?:from|import)["'`]\.\/([\w-]+\.js)/g : /["'`]\.\/([\w-]+\.js)/g;
    for (const [, name] of code.matchAll(imports)) add(`/_astro/${name}`);
  };
  for (const name of [
    'connection',
    'queue',
    'save-or-queue',
    'queue-form',
    'add-line',
    'api-client',
    'session',
    'leave',
  ]) {
    const start = Object.keys(names).find((path) => names[path] === name);
    if (!start) throw new Error(`The build has no script named ${name}.`);
    add(start);
  }
  return [...paths];
}
