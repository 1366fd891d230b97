import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEFAULT_CATEGORIES } from '../../src/domain/categories/defaults.ts';
import { iconId, iconsOf } from '../../src/ui/icons/names.ts';

test.for([
  ['sprite.svg', 'main'],
  ['sprite-more.svg', 'more'],
] as const)('%s has exactly the icons that are drawn from it', ([file, name]) => {
  const sprite = readFileSync(new URL(`../../src/ui/icons/${file}`, import.meta.url), 'utf8');
  const held = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(.*?)<\/symbol>/g)];
  // After adding a name, run `node scripts/icons.ts`.
  expect(held.map(([, id]) => id)).toEqual(iconsOf(name).map(iconId));
  for (const [, id, drawing] of held) expect(drawing, id).toMatch(/<(path|circle|rect|line|poly)/);
});

test('the categories that an account begins with need the main sprite alone', () => {
  expect(iconsOf('main')).toEqual(expect.arrayContaining(DEFAULT_CATEGORIES.map(({ icon }) => icon)));
});
