import { readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/children.ts';
import { readSources, type Source } from '../../scripts/sources.ts';

/** How many areas read whose queries. Lower it with each import that goes; never raise it. */
const PAIRS = 45;

const DECISION = 'docs/decisions/0032-data-of-another-area.md';

test('queries of another area are imported only where decision 0032 allows it', () => {
  const decision = readFileSync(join(ROOT, DECISION), 'utf8');
  const allowed = [...decision.matchAll(/^\| ([\w, -]+) \| ([\w/.-]+\.queries\.ts) \|/gm)].flatMap(
    ([, who = '', imported]) => who.split(', ').map((area) => `${area} → ${imported}`),
  );
  const found = readSources(/^src\/.*\.(ts|tsx|astro)$/).flatMap(importsOfOthers);
  expect([...new Set(found)].sort()).toEqual(allowed.sort());
  expect(allowed).toHaveLength(PAIRS);
});

test.each([
  ['src/domain/balance/read.ts', "import { findCategories } from '../categories/categories.queries.ts';", 1],
  ['src/domain/balance/read.ts', "import type {\n  Row,\n} from '../categories/categories.queries.ts';", 1],
  ['src/domain/balance/a/read.ts', "export { find } from '../../categories/categories.queries.ts';", 1],
  [
    'src/pages/index.astro',
    "import { findCategories } from '../domain/categories/categories.queries.ts';",
    1,
  ],
  ['src/domain/balance/read.ts', "await import('../categories/categories.queries.ts');", 1],
  ['src/domain/balance/read.ts', "import { sum } from './balance.queries.ts';", 0],
  ['src/domain/categories/a/read.ts', "import { findCategories } from '../categories.queries.ts';", 0],
  ['src/jobs/clean-up.ts', "import { deleteBefore } from './clean-up.queries.ts';", 0],
])('%s: %s', (path, text, count) => {
  expect(importsOfOthers({ path, text })).toHaveLength(count);
});

/** The queries of other areas that a file imports, as `who → area/name.queries.ts`. */
function importsOfOthers({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*\.queries\.ts)'/g)]
    .map(([, specifier = '']) => join(path, '..', specifier))
    .filter((imported) => areaOf(imported) !== areaOf(path))
    .map((imported) => `${areaOf(path)} → ${imported.replace('src/domain/', '')}`);
}

function areaOf(path: string): string {
  return path.match(/^src\/(?:domain\/)?([\w-]+)/)?.[1] ?? path;
}
