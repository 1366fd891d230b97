import { folded, KEY_MOST } from '../folded-text.ts';

/** The key by which a person's own category is unique; no name can equal the key of a default, `default:<key>`. */
export function storedKey(name: string): string {
  return `name:${nameKey(name)}`;
}

/** A name in the form in which names are compared. */
export function nameKey(name: string): string {
  return folded(name).slice(0, KEY_MOST);
}
