import type { Reading } from '../context.ts';
import { categoriesOverview, type ManagedCategory } from './overview.ts';
import { singular, wordsOf } from './words.ts';

/** Suggestions for fewer and clearer categories. */
export interface CleanUps {
  /** Of the same type and almost the same name; the one that is used most comes first. */
  alike: ManagedCategory[][];
  unused: ManagedCategory[];
  underused: ManagedCategory[];
  seasonal: ManagedCategory[];
}

export async function findCleanUps(context: Reading): Promise<CleanUps> {
  const all = await categoriesOverview(context);
  const used = (usage: ManagedCategory['usage']) => all.filter((category) => category.usage === usage);
  const alike = (['expense', 'income'] as const).flatMap((type) =>
    alikeByName(all.filter(({ row }) => row.type === type)),
  );
  return {
    alike: alike.map((group) => group.sort((one, other) => other.count - one.count)),
    unused: used('unused'),
    underused: used('underused'),
    seasonal: used('seasonal'),
  };
}

/** Groups of categories whose names differ in case, order, plural or article, in the order of their first. */
export function alikeByName<Named extends { name: string }>(categories: Named[]): Named[][] {
  const groups = new Map<string, Named[]>();
  for (const category of categories) {
    const key = wordsOf(category.name).map(singular).sort().join(' ');
    if (key) groups.set(key, [...(groups.get(key) ?? []), category]);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}
