import type { Reading } from '../context.ts';
import { categoriesOverview, type ManagedCategory } from './overview.ts';
import { singular, wordsOf } from './words.ts';

export async function findCleanUps(context: Reading) {
  const categories = await categoriesOverview(context);
  const used = (usage: ManagedCategory['usage']) => categories.filter((category) => category.usage === usage);
  const alike = (['expense', 'income'] as const).flatMap((type) =>
    alikeByName(categories.filter(({ row }) => row.type === type)),
  );
  return {
    /** Groups of one type with almost the same name; the most used category comes first. */
    alike: alike.map((group) => group.sort((one, other) => other.count - one.count)),
    unused: used('unused'),
    underused: used('underused'),
    seasonal: used('seasonal'),
  };
}

/** Groups of categories whose names differ only in case, word order, plural or article. */
export function alikeByName<Named extends { name: string }>(categories: Named[]): Named[][] {
  const groups = new Map<string, Named[]>();
  for (const category of categories) {
    const key = wordsOf(category.name).map(singular).sort().join(' ');
    if (key) groups.set(key, [...(groups.get(key) ?? []), category]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
