import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { lineAt, readSources, type Source } from '../../scripts/sources.ts';

const FILES = readSources(/./).map(({ path }) => path);
/** What the guide to a new language makes. */
const EXAMPLES = ['src/i18n/fr', 'src/i18n/fr/index.ts', 'src/ui/Name.astro'];
const DECISIONS = readSources(/^docs\/decisions\/(archive\/)?\d{4}-.*\.md$/).map(({ path }) => path);

test('every link of a document leads to a file, and to a heading where it names one', () => {
  expect(readSources(/\.md$/).flatMap(brokenLinks)).toEqual([]);
});

test('every comment that names a document or a decision names one that exists', () => {
  expect(readSources(/^(src|scripts|tests)\/.*\.(ts|tsx|astro|css)$/).flatMap(brokenMentions)).toEqual([]);
});

test('every file and folder that a document or comment names exists', () => {
  const documents = readSources(/\.md$/).filter(({ path }) => !path.includes('/archive/'));
  const comments = readSources(/^(src|scripts|tests)\/.*\.(ts|tsx|astro|css)$/)
    .filter(({ path }) => !path.startsWith('tests/checks/'))
    .map(({ path, text }) => ({ path, text: text.replace(/^(?!\s*(\*|\/\*\*|\/\/)).*$/gm, '') }));
  expect([...documents, ...comments].flatMap(missingFiles)).toEqual([]);
});

test.each([
  ['`src/http/pages/routes.ts`, `pages/routes.ts`, `routes.ts` and `src/http/pages`', 0],
  ['`src/pages/recurring/[id]/pause.astro` and `*.queries.ts`', 0],
  ['`src/http/pages/nothing.ts`, `pages/nothing.ts` and `nothing.ts`', 3],
  ['`pages/submit.tsx`, `src/nothing` and `src/nothing/`', 3],
])('files: %s', (text, count) => {
  expect(missingFiles({ path: 'docs/a.md', text })).toHaveLength(count);
});

test.each([
  ['[a](behaviour.md#amounts) and [b](https://example.org/x.md)', 0],
  ['[a](behaviour.md#nothing)', 1],
  ['[a](nothing.md)', 1],
])('%s', (text, count) => {
  expect(brokenLinks({ path: 'docs/a.md', text })).toHaveLength(count);
});

test.each([
  ['(docs/behaviour.md#amounts, decision 0003)', 0],
  ['docs/behaviour.md#nothing', 1],
  ['docs/decisions/9999', 1],
  ['(decision 9999)', 1],
  ['(decision\n * 9999)', 1],
])('a comment: %s', (text, count) => {
  expect(brokenMentions({ path: 'src/a.ts', text })).toHaveLength(count);
});

function brokenLinks({ path, text }: Source): string[] {
  return [...text.matchAll(/\]\((?!\w+:)([^)\s#]*)(#[^)\s]*)?\)/g)]
    .filter(([, file = '', anchor = '']) => !leads(file ? join(dirname(path), file) : path, anchor))
    .map(({ 0: link, index }) => `${path}:${lineAt(text, index)} ${link}`);
}

function brokenMentions({ path, text }: Source): string[] {
  // Tests of these checks name files that do not exist.
  if (path.startsWith('tests/checks/')) return [];
  const documents = [...text.matchAll(/\bdocs\/[\w/-]+\.md(#[\w-]+)?/g)].filter(
    ([mention, anchor = '']) => !leads(mention.replace(anchor, ''), anchor),
  );
  const decisions = [...text.matchAll(/\b(?:docs\/decisions\/|decision[\s*]+)(\d{4})\b/g)].filter(
    ([, number]) => !DECISIONS.some((decision) => decision.includes(`/${number}-`)),
  );
  return [...documents, ...decisions].map(
    ({ 0: mention, index }) => `${path}:${lineAt(text, index)} ${mention}`,
  );
}

function missingFiles({ path, text }: Source): string[] {
  const names = text.matchAll(
    /(?<![\w./:*\]-])(?:(?:src|scripts|tests)\/[\w./[\]-]*[\w\]]|(?:[\w[\]-]+\/)*[\w[\]-][\w.[\]-]*\.(?:astro|cjs|css|mjs|tsx?))(?!\w)/g,
  );
  return [...names]
    .filter(([name]) => !EXAMPLES.includes(name))
    .filter(([name]) => !FILES.some((file) => `/${file}/`.includes(`/${name}/`)))
    .map(({ 0: name, index }) => `${path}:${lineAt(text, index)} ${name}`);
}

function leads(file: string, anchor: string): boolean {
  const path = join(ROOT, file);
  if (!existsSync(path)) return false;
  if (!anchor || !file.endsWith('.md')) return true;
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm);
  return [...headings].some(([, heading = '']) => `#${slugOf(heading)}` === anchor);
}

/** The anchor that a heading gets on the pages of the forge: lower case, hyphens for blanks, no punctuation. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
