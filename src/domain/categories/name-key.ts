import { folded } from '../folded-text.ts';

/** What a person's own category is unique by; no name can be taken for the key of a default, `default:<key>`. */
export function storedKey(name: string): string {
  return `name:${nameKey(name)}`;
}

/** A name as it is compared: case, writing of letters and runs of spaces make no difference. */
export function nameKey(name: string): string {
  return folded(name).replace(/\s+/gu, ' ').trim();
}
