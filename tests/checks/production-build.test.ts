import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';

const CHUNKS = join(ROOT, 'dist/server/chunks');

test('the build is one for production, whatever mode it was started in', () => {
  const chunks = readdirSync(CHUNKS).filter((name) => name.endsWith('.mjs'));
  expect(chunks).not.toEqual([]);
  // What JSX is compiled to for development, where the bundled React has no such function.
  const forDevelopment = chunks.filter((name) =>
    readFileSync(join(CHUNKS, name), 'utf8').includes('jsxDEV('),
  );
  expect(forDevelopment).toEqual([]);
});
