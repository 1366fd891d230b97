import { singular, wordsOf } from './words.ts';

/**
 * Puts together what carries almost the same name: other case, order, plural or article. Groups of two and more, in
 * the order of their first.
 */
export function alikeByName<Named extends { name: string }>(categories: Named[]): Named[][] {
  const groups = new Map<string, Named[]>();
  for (const category of categories) {
    const key = wordsOf(category.name).map(singular).sort().join(' ');
    if (key) groups.set(key, [...(groups.get(key) ?? []), category]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
