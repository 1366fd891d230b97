import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './children.ts';

const SOURCES = [
  'src/**/*.*',
  'public/**/*.*',
  '*.{cjs,mjs,json}',
  'uno.config.ts',
  'scripts/{allowed-scripts,build,dialog-texts,precompress,preview/integration,fingerprint,script-names,worker}.ts',
];

const MARK = join(ROOT, 'dist/fingerprint');

export function fingerprint(): string {
  const digest = createHash('sha256').update(process.version);
  for (const file of globSync(SOURCES, { cwd: ROOT }).sort()) {
    digest.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return digest.digest('hex');
}

export function buildIsCurrent(): boolean {
  try {
    return readFileSync(MARK, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

export function markBuild(print: string): void {
  writeFileSync(MARK, print);
}
