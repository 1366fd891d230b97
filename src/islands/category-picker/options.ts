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
  const matches = categories.filter((category) => hasWords(category, key.split(' ')));
  const options = [
    ...matches.filter((category) => beginsWith(category, key)),
    ...matches.filter((category) => !beginsWith(category, key)),
  ].map(asOption);
  return findNamed(categories, typed) ? options : [...options, { kind: 'create', name: trimmedName(typed) }];
}

/** The category with exactly this name in one of its languages, ignoring case and spaces. */
export function findNamed(categories: CategoryChoice[], name: string): CategoryChoice | undefined {
  const key = nameKey(name);
  return categories.find((category) => comparableNames(category).includes(key));
}

function asOption(category: CategoryChoice): PickerOption {
  return { kind: 'category', category };
}

function hasWords(category: CategoryChoice, words: string[]): boolean {
  return comparableNames(category).some((name) => words.every((word) => name.includes(word)));
}

function beginsWith(category: CategoryChoice, key: string): boolean {
  return comparableNames(category).some((name) => name.startsWith(key));
}

function comparableNames({ name, localized_name }: CategoryChoice): string[] {
  return [name, ...Object.values(localized_name)].map(nameKey);
}

function trimmedName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ');
}
