import type { SignedIn } from '../context.ts';
import { alikeByName } from './alike.ts';
import { categoriesOverview, type ManagedCategory } from './overview.ts';

/** What could be done to have fewer categories and better ones. */
export interface Tidying {
  /** Of the same type and almost the same name; the one that is used most comes first. */
  alike: ManagedCategory[][];
  unused: ManagedCategory[];
  underused: ManagedCategory[];
  seasonal: ManagedCategory[];
}

/** Looks through the viewer's categories for what could be merged, archived or deleted. */
export async function tidyCategories(context: SignedIn): Promise<Tidying> {
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
