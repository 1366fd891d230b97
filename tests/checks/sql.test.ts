import { expect, test } from 'vitest';
import { lineAt, readSources, type Source } from '../../scripts/sources.ts';

/** A migration that was released is never changed. */
const RELEASED = 'src/db/migrations/0006-figures-of-accounts.ts';

test('no statement has the short form of `case`, which Citus answers before it has read a row', () => {
  const sources = readSources(/^src\/.*\.ts$/).filter(({ path }) => path !== RELEASED);
  expect(sources.flatMap(shortCases)).toEqual([]);
});

test.each([
  ["case type when 'income' then 1 else -1 end", 1],
  ["sum(case\n  transactions.type when 'income' then 1 end)", 1],
  ["case when type = 'income' then 1 else -1 end", 0],
  ["case 'income':\n  return when;", 0],
])('%s', (text, count) => {
  expect(shortCases({ path: 'a.ts', text })).toHaveLength(count);
});

function shortCases({ path, text }: Source): string[] {
  return [...text.matchAll(/\bcase\s+(?!when\b)[^\s:]+\s+when\b/g)].map(
    ({ index, 0: found }) => `${path}:${lineAt(text, index)} ${found}`,
  );
}
