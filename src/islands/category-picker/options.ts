import { nameKey } from '../../domain/categories/name-key.ts';
import type { CategoryChoice } from '../../stores/categories.ts';

/** A line of the list: a category, none at all, or one that would have to be made first. */
export type PickerOption =
  | { kind: 'category'; category: CategoryChoice }
  | { kind: 'none' }
  | { kind: 'create'; name: string };

/**
 * What the list shows for what was typed: everything while nothing is, else each category that has all the words in
 * its name in either language, those that begin so first, and last the offer to make one of that name.
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

/** The category that carries exactly this name in one of its languages; case and spaces make no difference. */
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
