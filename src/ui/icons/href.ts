import { type IconName, iconId } from './names.ts';
import sprite from './sprite.svg?url';

/** The address of an icon for `<use href>`: the hashed sprite and the icon's id. */
export function iconHref(name: IconName): string {
  return `${sprite}#${iconId(name)}`;
}
