import { nameKey } from '../../domain/categories/words.ts';
import type { CategoryChoice } from '../../stores/categories.ts';

export type PickerOption =
  | { kind: 'category'; category: CategoryChoice }
  | { kind: 'none' }
  | { kind: 'create'; name: string };

/**
 * The options for the typed text: all of them for empty text, otherwise the categories with all its words in their name
 * in either language. Names that begin with the text come first, the option to create a category last.
 */
export function optionsFor(categories: CategoryChoice[], typed: string): PickerOption[] {
  const key = nameKey(typed);
  if (!key) return [{ kind: 'none' }, ...categories.map(asOption)];
  const words = key.split(' ');
  const namesWith = (fits: (name: string) => boolean) => (category: CategoryChoice) =>
    comparableNames(category).some(fits);
  const matches = categories.filter(namesWith((name) => words.every((word) => name.includes(word))));
  const first = new Set(matches.filter(namesWith((name) => name.startsWith(key))));
  const options = [...first, ...matches.filter((category) => !first.has(category))].map(asOption);
  if (findNamed(categories, typed)) return options;
  return [...options, { kind: 'create', name: typed.trim().replace(/\s+/gu, ' ') }];
}

/** The category with exactly this name in one of its languages, ignoring case and spaces. */
export function findNamed(categories: CategoryChoice[], name: string): CategoryChoice | undefined {
  const key = nameKey(name);
  return categories.find((category) => comparableNames(category).includes(key));
}

function asOption(category: CategoryChoice): PickerOption {
  return { kind: 'category', category };
}

function comparableNames({ name, localized_name }: CategoryChoice): string[] {
  return [name, ...Object.values(localized_name)].map(nameKey);
}
