import { folded } from '../folded-text.ts';

/** The key by which a person's own category is unique; no name can equal the key of a default, `default:<key>`. */
export function storedKey(name: string): string {
  return `name:${nameKey(name)}`;
}

// An entry of PostgreSQL's indexes has at most 2,704 bytes; a hundred letters that people see can have more.
const KEY_MOST = 600;

/** A name in the form in which names are compared. */
export function nameKey(name: string): string {
  return folded(name).slice(0, KEY_MOST);
}
