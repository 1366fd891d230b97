import { expect, test } from 'vitest';
import { findStrayWords } from '../../scripts/stray-words.ts';

// Put together here, so that this file passes the check itself.
const folder = ['', 'home', 'noa', 'pruta'].join('/');
const unfinished = ['TO', 'DO'].join('');

test.each([
  ['docs/a.md', `See ${folder}/readme.`],
  ['src/a.ts', `const file = '${folder}';`],
  ['src/a.ts', `// ${unfinished}: later`],
  ['.npmrc', ['registry', 'https://mirror.example/npm/'].join(' = ')],
  ['package-lock.json', '"resolved": "https://mirror.example/npm/a/-/a-1.0.0.tgz"'],
])('%s is reported: %s', (path, text) => {
  expect(findStrayWords({ path, text: `first line\n${text}` })[0]).toMatch(new RegExp(`^${path}:2 `));
});

test.each([
  ['docs/a.md', 'https://example.org/home/start and src/work/file.ts, ./home/x, todos'],
  ['package-lock.json', '"resolved": "https://registry.npmjs.org/a/-/a-1.0.0.tgz"'],
])('%s passes: %s', (path, text) => {
  expect(findStrayWords({ path, text })).toEqual([]);
});
