import { type IconName, iconId, isMore } from './names.ts';
import sprite from './sprite.svg?url';
import more from './sprite-more.svg?url';

/** The address of an icon for `<use href>`: the hashed sprite and the icon's id. */
export function iconHref(name: IconName): string {
  return `${isMore(name) ? more : sprite}#${iconId(name)}`;
}
