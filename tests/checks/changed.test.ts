import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenJourneys, EVERY_PAGE, JOURNEYS } from '../../scripts/changed.ts';
import { ROOT } from '../../scripts/children.ts';

const all = globSync('tests/e2e/*.test.ts', { cwd: ROOT }).sort();
const sources = globSync('src/**/*.*', { cwd: ROOT });

test('a changed journey is the only one that runs, and documents break none', () => {
  expect(brokenJourneys(['tests/e2e/undo.test.ts', 'docs/security.md', 'README.md'])).toEqual([
    'tests/e2e/undo.test.ts',
  ]);
});

test.each([
  'src/db/open.ts',
  'src/ui/Card.astro',
  'package-lock.json',
  'uno.config.ts',
  'tests/support/server.ts',
])('a change of %s can break every journey', (file) => {
  expect(brokenJourneys([file])).toEqual(all);
});

test.each([
  ['src/pages/recurring/new.astro', 'recurring-wizard'],
  ['src/pages/transactions/_insights/InsightTable.astro', 'insights'],
])(
  'a change of one area’s pages breaks its journeys and those that visit every page: %s',
  (file, journey) => {
    const broken = brokenJourneys([file]);
    expect(broken).toContain(`tests/e2e/${journey}.test.ts`);
    expect(broken).toContain('tests/e2e/accessibility.test.ts');
    expect(broken.length).toBeLessThan(all.length);
  },
);

test.each(JOURNEYS)('each pattern matches a file and its journeys exist: %s', (pattern, names) => {
  expect(sources.filter((file) => pattern.test(file))).not.toEqual([]);
  for (const name of [...names, ...EVERY_PAGE]) {
    expect(all.filter((file) => file.startsWith(`tests/e2e/${name}`))).not.toEqual([]);
  }
});
