import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { iconId, spriteIcons } from '../../src/ui/icons/names.ts';

test('the sprite has exactly the icons that can be used', () => {
  const sprite = readFileSync(new URL('../../src/ui/icons/sprite.svg', import.meta.url), 'utf8');
  const held = [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="0 0 24 24">(.*?)<\/symbol>/g)];
  // After adding a name, run `node scripts/icons.ts`.
  expect(held.map(([, id]) => id)).toEqual(spriteIcons().map(iconId));
  for (const [, id, drawing] of held) expect(drawing, id).toMatch(/<(path|circle|rect|line|poly)/);
});
