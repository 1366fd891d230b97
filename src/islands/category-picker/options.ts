import { nameKey } from '../../domain/categories/words.ts';
import type { CategoryChoice } from '../../stores/categories.ts';

export type PickerOption =
  | { kind: 'category'; category: CategoryChoice }
  | { kind: 'none' }
  | { kind: 'create'; name: string };

/**
 * The options for the typed text: all of them for empty text, otherwise each category with all the words in its name in
 * either language, those that begin with them first, and last the option to create one of that name.
 */
export function optionsFor(categories: CategoryChoice[], typed: string): PickerOption[] {
  const wanted = nameKey(typed);
  if (!wanted) return [{ kind: 'none' }, ...categories.map(asOption)];
  const found = categories.filter((category) => hasWords(category, wanted.split(' ')));
  const options = [
    ...found.filter((category) => beginsWith(category, wanted)),
    ...found.filter((category) => !beginsWith(category, wanted)),
  ].map(asOption);
  return findNamed(categories, typed) ? options : [...options, { kind: 'create', name: trimmedName(typed) }];
}

/** The category with exactly this name in one of its languages; case and spaces are ignored. */
export function findNamed(categories: CategoryChoice[], name: string): CategoryChoice | undefined {
  const wanted = nameKey(name);
  return categories.find((category) => comparableNames(category).includes(wanted));
}

function asOption(category: CategoryChoice): PickerOption {
  return { kind: 'category', category };
}

function hasWords(category: CategoryChoice, words: string[]): boolean {
  return comparableNames(category).some((name) => words.every((word) => name.includes(word)));
}

function beginsWith(category: CategoryChoice, wanted: string): boolean {
  return comparableNames(category).some((name) => name.startsWith(wanted));
}

function comparableNames({ name, localized_name }: CategoryChoice): string[] {
  return [name, ...Object.values(localized_name)].map(nameKey);
}

function trimmedName(name: string): string {
  return name.trim().replace(/\s+/gu, ' ');
}
