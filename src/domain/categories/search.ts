import type { SignedIn } from '../context.ts';
import { folded } from '../transactions/search-text.ts';
import { listCategories } from './list.ts';
import type { PresentedCategory } from './present.ts';

/** The categories with every word in one of their names or their description, those that begin with it first. */
export async function searchCategories(context: SignedIn, text: string): Promise<PresentedCategory[]> {
  const wanted = folded(text).trim();
  const found = (await listCategories(context)).filter((category) => matches(category, wanted));
  return [
    ...found.filter((category) => begins(category, wanted)),
    ...found.filter((category) => !begins(category, wanted)),
  ];
}

/** Whether every word of a folded text stands in a category's names or description. */
export function matches(
  { localized_name: { en, he }, description }: Pick<PresentedCategory, 'localized_name' | 'description'>,
  wanted: string,
): boolean {
  const text = folded([en, he, description].filter(Boolean).join(' '));
  return wanted.split(/\s+/).every((word) => text.includes(word));
}

function begins({ localized_name: { en, he } }: PresentedCategory, wanted: string): boolean {
  return [en, he].some((name) => folded(name).startsWith(wanted));
}
